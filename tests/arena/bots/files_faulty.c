/* Misbehaves through files. The first argument says how, further ones of the mode follow up to `--`;
 * then come the arguments of the interface, A or B, which is told by the colour's capital letter. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"

static char **call; /* COLOR … */
static int is_a;
static const char *target = "/etc/hostname"; /* of links */

static int mode_is(char **argv, const char *name) { return strcmp(argv[1], name) == 0; }

static const char *answer_file(void) { return is_a ? "out.txt" : "chessLayer.txt"; }

static void answer(void) {
    if (is_a) answer_a(call, "out.txt");
    else answer_b(call);
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file) exit(20);
    fputs(text, file);
    fclose(file);
}

static int first_call(void) {
    int first = access("called", F_OK) != 0;
    put("called", "yes");
    return first;
}

/* Replaces a file by something that is none. */
static void trick(const char *kind, const char *path) {
    unlink(path);
    if (strcmp(kind, "link") == 0 && symlink(target, path) != 0) exit(21);
    if (strcmp(kind, "own-link") == 0) {
        put("real", "E,-2,-1,-2,0\nP,0,0,0,0\n");
        if (symlink("real", path) != 0) exit(22);
    }
    if (strcmp(kind, "hard-link") == 0) {
        put("real", "E,-2,-1,-2,0\nP,0,0,0,0\n");
        if (link("real", path) != 0) exit(23);
    }
    if (strcmp(kind, "fifo") == 0 && mkfifo(path, 0666) != 0) exit(24);
    if (strcmp(kind, "directory") == 0) {
        if (mkdir(path, 0777) != 0) exit(25);
        for (int deep = 0; deep < 600; deep++)
            if (chdir(deep ? "d" : path) != 0 || mkdir("d", 0) != 0 || chmod("d", 0777) != 0)
                exit(26);
    }
    if (strcmp(kind, "sparse") == 0) {
        int file = open(path, O_CREAT | O_WRONLY, 0666);
        if (file < 0 || lseek(file, 12 << 20, SEEK_SET) < 0 || write(file, "x", 1) != 1) exit(27);
        close(file);
    }
}

static void say(char **lines, char **end) {
    FILE *file = fopen("out.txt", "w");
    if (!file) exit(28);
    for (; lines < end; lines++) fprintf(file, "%s\n", *lines);
    fclose(file);
}

/* Each word is ROW,COLUMN,COLOUR,HEIGHT,KIND: what interface B's files say there then. */
static void rewrite(char **words, char **end) {
    struct board b = read_b(call);
    for (; words < end; words++) {
        int row, column, colour, height, kind;
        if (sscanf(*words, "%d,%d,%d,%d,%d", &row, &column, &colour, &height, &kind) != 5) exit(29);
        b.colour[row][column] = colour;
        b.height[row][column] = height;
        b.kind[row][column] = kind;
    }
    write_b(call, &b);
}

int main(int argc, char **argv) {
    char **end = argv + 2;
    while (end < argv + argc && strcmp(*end, "--") != 0) end++;
    if (end >= argv + argc) return 9;
    call = end + 1;
    is_a = call[0][0] == 'W' || call[0][0] == 'B';
    if (mode_is(argv, "say")) say(argv + 2, end);
    else if (mode_is(argv, "rewrite")) rewrite(argv + 2, end);
    else if (mode_is(argv, "none")) unlink(answer_file());
    else if (mode_is(argv, "idle")) return 0;
    else if (mode_is(argv, "prints")) puts("depth 3\nE,-2,-1,-2,0\nP,0,0,0,0");
    else if (mode_is(argv, "prints-nonsense")) puts("thinking\nE,0,0,0,0\nP,0,0,0,0");
    else if (mode_is(argv, "fails")) return 3;
    else if (mode_is(argv, "answers-and-fails")) {
        answer();
        return 3;
    } else if (mode_is(argv, "crashes")) {
        answer();
        fprintf(stderr, "about to crash\n");
        raise(SIGSEGV);
    } else if (mode_is(argv, "spins")) {
        for (volatile unsigned long n = 0;; n++) {}
    } else if (mode_is(argv, "sleeps")) {
        for (;;) pause();
    } else if (mode_is(argv, "burns")) { /* this much CPU time, in milliseconds, then an answer */
        const clock_t end = clock() + atol(argv[2]) * (CLOCKS_PER_SEC / 1000);
        while (clock() < end) {}
        answer();
    } else if (mode_is(argv, "forks")) { /* a child that sleeps on, holding our pipes */
        if (fork() == 0)
            for (;;) pause();
        answer();
    } else if (mode_is(argv, "late")) { /* an orphan answers when we have ended */
        if (fork() == 0) {
            setsid();
            usleep(300000);
            answer();
        }
    } else if (mode_is(argv, "reads")) { /* its input is at its end at once */
        while (getchar() != EOF) {}
        answer();
    } else if (mode_is(argv, "floods")) { /* the stream 1 or 2, without end */
        char junk[4096] = {0};
        while (write(atoi(argv[2]), junk, sizeof junk) > 0) {}
    } else if (mode_is(argv, "chats")) { /* prints what would not fit into a pipe, then answers */
        for (int n = 0; n < 20000; n++) printf("thinking\n"), fprintf(stderr, "thinking %d\n", n);
        answer();
    } else if (mode_is(argv, "answer-trick")) {
        if (end > argv + 3) target = argv[3];
        trick(argv[2], answer_file());
    } else if (mode_is(argv, "file-trick")) { /* once, with a file that it only reads */
        int first = first_call();
        if (end > argv + 3) target = argv[3];
        answer();
        if (first) trick(argv[2], is_a ? "board.txt" : "stepLog.txt");
    } else if (mode_is(argv, "forges")) { /* the history and the position, for the next call */
        answer();
        put(is_a ? "stepHistory.txt" : "stepLog.txt", is_a ? "99,W,1,E,0,0,0,0\n" : "W_99_1_Capture_0,0_0,0");
        if (is_a) put("board.txt", "0\n"), put("chessLayer.txt", "0\n");
    } else if (mode_is(argv, "locks")) { /* its directory, against everybody */
        answer();
        if (chmod(".", 0) != 0) return 30;
    } else if (mode_is(argv, "remembers")) { /* what another game left is found by an exit status */
        if (atoi(call[1]) == 1 && access("called", F_OK) == 0) return 31;
        put("called", "yes");
        answer();
    } else if (mode_is(argv, "fills")) { /* its directory */
        char junk[65536];
        memset(junk, 'x', sizeof junk);
        answer();
        int file = open("junk", O_CREAT | O_WRONLY, 0666);
        while (write(file, junk, sizeof junk) > 0) {}
        sleep(1);
    } else return 8;
    return 0;
}
