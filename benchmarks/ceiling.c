// What this machine can do: the searches of zermelo written by hand in C for one game each.
//
// Visits the same nodes as zermelo in the same order and gives the same answer: value, line of best play, number of nodes.
// Like zermelo's, the searches count their nodes against a limit and can be stopped. Unlike them they know only
// tic-tac-toe and connect-four: win checks are made before the call, the last ply is inlined, scores are whole numbers.
// Compiled with -DBARE they keep no line but the first move, have no limit and cannot be stopped.
//
//   cc -O3 -o ceiling ceiling.c
//   ./ceiling tic-tac-toe-minimax 9 20      workload, depth, repeats; one line of JSON
//
// Connect-four is encoded as in `crates/core/src/games/connect_four.rs`: seven bits per column, the seventh stays empty.

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// A win now; one less for every ply that it takes. Evaluations stay far below.
enum { WIN = 1 << 20, NONE = 1 << 21 };

static uint64_t nodes;
static volatile bool stop_flag;
static bool stopped;

#ifdef BARE
static int root_move;
#define COUNT nodes++
#define UNWIND_IF_STOPPED
#define NO_LINE(ply)
#define LINE(ply, move) if ((ply) == 0) root_move = (move)
#define FIRST_MOVE root_move
#else
// The nodes are counted down to the next look at the limit and the flag; the lines are a triangle, one per ply.
static uint64_t left, next_look, limit = UINT64_MAX;
static uint8_t line[44][44], length[44];

static bool look(void) {
    if (stop_flag || next_look >= limit) return stopped = true;
    uint64_t step = limit - next_look < 2048 ? limit - next_look : 2048;
    next_look += step;
    left = step;
    return false;
}

ALWAYS_INLINE void keep_line(int ply, int move) {
    line[ply][0] = move;
    for (int i = 0; i < length[ply + 1]; i++) line[ply][i + 1] = line[ply + 1][i];
    length[ply] = length[ply + 1] + 1;
}

#define COUNT do { if (left == 0 && look()) return 0; left--; } while (0)
#define UNWIND_IF_STOPPED if (stopped) return 0
#define NO_LINE(ply) length[ply] = 0
#define LINE(ply, move) keep_line(ply, move)
#define FIRST_MOVE line[0][0]
#endif

// ---- tic-tac-toe: full minimax -------------------------------------------------------------------------------------

static bool has_row[512];

static void find_rows(void) {
    static const int rows[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int stones = 0; stones < 512; stones++)
        for (int i = 0; i < 8; i++) has_row[stones] |= (stones & rows[i]) == rows[i];
}

// The value for the player to move, who owns `own`; the game is not over.
static int tic_tac_toe(unsigned own, unsigned other, int ply) {
    int best = -NONE;
    for (unsigned empty = 0777 & ~(own | other); empty; empty &= empty - 1) {
        unsigned stones = own | (empty & -empty);
        int score;
        COUNT;
        NO_LINE(ply + 1);
        if (has_row[stones]) score = WIN - (ply + 1);
        else if (ply == 8) score = 0;
        else score = -tic_tac_toe(other, stones, ply + 1);
        UNWIND_IF_STOPPED;
        if (score > best) {
            best = score;
            LINE(ply, __builtin_ctz(empty));
        }
    }
    return best;
}

// ---- connect-four ---------------------------------------------------------------------------------------------------

// How many possible fours pass through each square, by bit.
static const int8_t fours_through[49] = {
    3, 4, 5, 5, 4, 3, 0, 4, 6, 8, 8, 6, 4, 0, 5, 8, 11, 11, 8, 5, 0, 7, 10, 13, 13, 10, 7, 0,
    5, 8, 11, 11, 8, 5, 0, 4, 6, 8, 8, 6, 4, 0, 3, 4, 5, 5, 4, 3, 0,
};

ALWAYS_INLINE bool has_four(uint64_t stones) {
    uint64_t up = stones & stones >> 1, across = stones & stones >> 7;
    uint64_t falling = stones & stones >> 6, rising = stones & stones >> 8;
    return (up & up >> 2) | (across & across >> 14) | (falling & falling >> 12) | (rising & rising >> 16);
}

static int neutral(uint64_t own, uint64_t all, int balance, int depth, int ply, int alpha, int beta);
static int evaluated(uint64_t own, uint64_t all, int balance, int depth, int ply, int alpha, int beta);

// Fail-soft alpha-beta, columns from left to right. `balance` is the player's possible fours minus the opponent's.
ALWAYS_INLINE int alpha_beta(bool evaluate, bool last, uint64_t own, uint64_t all, int balance, int depth, int ply,
                             int alpha, int beta) {
    int best = -NONE;
    for (int column = 0; column < 7; column++) {
        uint64_t stone = (all + (1ULL << 7 * column)) & (0x3FULL << 7 * column);
        if (!stone) continue; // the column is full
        int after = evaluate ? balance + fours_through[__builtin_ctzll(stone)] : 0;
        int score;
        COUNT;
        NO_LINE(ply + 1);
        if (has_four(own | stone)) score = WIN - (ply + 1);
        else if (ply == 41) score = 0;
        else if (last) score = after;
        else if (evaluate) score = -evaluated(own ^ all, all | stone, -after, depth - 1, ply + 1, -beta, -alpha);
        else score = -neutral(own ^ all, all | stone, 0, depth - 1, ply + 1, -beta, -alpha);
        UNWIND_IF_STOPPED;
        if (score > best) {
            best = score;
            // A line is worth keeping inside the window only, but for the first move.
            if (ply == 0 || (score > alpha && score < beta)) LINE(ply, column);
            if (score >= beta) break;
            if (score > alpha) alpha = score;
        }
    }
    return best;
}

static int neutral(uint64_t own, uint64_t all, int balance, int depth, int ply, int alpha, int beta) {
    return depth == 1 ? alpha_beta(false, true, own, all, balance, depth, ply, alpha, beta)
                      : alpha_beta(false, false, own, all, balance, depth, ply, alpha, beta);
}

static int evaluated(uint64_t own, uint64_t all, int balance, int depth, int ply, int alpha, int beta) {
    return depth == 1 ? alpha_beta(true, true, own, all, balance, depth, ply, alpha, beta)
                      : alpha_beta(true, false, own, all, balance, depth, ply, alpha, beta);
}

// Lines of exactly `depth` plies; the last ply is counted, not played.
static uint64_t perft(uint64_t own, uint64_t all, int depth) {
    const uint64_t bottom = 0x40810204081ULL, board = 0xFDFBF7EFDFBFULL;
    uint64_t places = (all + bottom) & board;
    if (depth == 1) return __builtin_popcountll(places);
    uint64_t total = 0;
    for (; places; places &= places - 1) {
        uint64_t stone = places & -places;
        if (!has_four(own | stone)) total += perft(own ^ all, all | stone, depth - 1);
    }
    return total;
}

// ---- timing ---------------------------------------------------------------------------------------------------------

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: ceiling tic-tac-toe-minimax|connect-four-neutral|connect-four-evaluated|"
                        "connect-four-perft DEPTH REPEATS\n");
        return 2;
    }
    const char *workload = words[1];
    int depth = atoi(words[2]), repeats = atoi(words[3]);
    find_rows();
    printf("{\"workload\": \"%s\", \"depth\": %d, \"seconds\": [", workload, depth);
    long long value = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
        double start = now();
        nodes = 1;
        stopped = false;
#ifndef BARE
        left = next_look = 0;
#endif
        if (!strcmp(workload, "tic-tac-toe-minimax")) value = tic_tac_toe(0, 0, 0);
        else if (!strcmp(workload, "connect-four-neutral")) value = neutral(0, 0, 0, depth, 0, -NONE, NONE);
        else if (!strcmp(workload, "connect-four-evaluated")) value = evaluated(0, 0, 0, depth, 0, -NONE, NONE);
        else if (!strcmp(workload, "connect-four-perft")) value = nodes = perft(0, 0, depth);
        else return 2;
        printf("%s%.9f", repeat ? ", " : "", now() - start);
#ifndef BARE
        if (strcmp(workload, "connect-four-perft")) nodes += next_look - left;
#endif
    }
    printf("], \"nodes\": %" PRIu64 ", \"value\": %lld, \"move\": %d}\n", nodes, value, FIRST_MOVE);
    return 0;
}
