/* A bot that spends time in a known way, then plays a legal move, through any interface:
 *
 *   clock_bot HOW SECONDS …     speaks the protocol
 *   clock_bot HOW SECONDS a …   is called for a turn through files, with the arguments that follow
 *   clock_bot HOW SECONDS b …   is called for a step
 *
 * HOW is `burn` (CPU time), `sleep` (by the wall clock), or a trick. With every trick the bot does
 * SECONDS of work one after the other, so that nobody could be done sooner on any number of cores:
 *
 *   idle, nice, batch    beside a thread of lower priority that is always ready, on the same core
 *   beside               beside a thread like itself that is always ready, on the same core
 *   crowd                beside eight threads that are always ready, anywhere
 *   relay                threads of its own work in turns
 *   children             processes of its own work in turns, and are waited for
 *   orphans              processes that are nobody's children work in turns
 */
#define _GNU_SOURCE
#include "files.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 8 };
static double seconds;
static atomic_int over;

static double used(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void burn(double most) {
    const double start = used(CLOCK_THREAD_CPUTIME_ID);
    while (used(CLOCK_THREAD_CPUTIME_ID) - start < most) {}
}

static void stay_here(void) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
}

static void *wait_beside(void *how) {
    const struct sched_param none = {0};
    if (!strcmp(how, "idle")) sched_setscheduler(0, SCHED_IDLE, &none);
    if (!strcmp(how, "batch")) sched_setscheduler(0, SCHED_BATCH, &none);
    if (!strcmp(how, "nice")) setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
    while (!atomic_load(&over)) {}
    return NULL;
}

static void burn_beside(const char *how, int count) {
    pthread_t threads[PARTS];
    atomic_store(&over, 0);
    if (count == 1) stay_here();
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, wait_beside, (void *)how);
    burn(seconds);
    atomic_store(&over, 1);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static void *burn_part(void *unused) {
    burn(seconds / PARTS);
    return unused;
}

static void relay(void) {
    for (int i = 0; i < PARTS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, burn_part, NULL);
        pthread_join(thread, NULL);
    }
}

static void processes_in_turns(int orphans) {
    for (int i = 0; i < PARTS; i++) {
        int ends[2];
        if (pipe(ends)) exit(15);
        if (fork() == 0) {
            if (orphans && fork() != 0) _exit(0);
            burn(seconds / PARTS);
            _exit(0);
        }
        close(ends[1]);
        char byte;
        while (read(ends[0], &byte, 1) > 0) {} /* until nobody holds the other end */
        close(ends[0]);
        wait(NULL);
    }
}

static void spend(const char *how) {
    if (!strcmp(how, "sleep")) usleep((useconds_t)(seconds * 1e6));
    else if (!strcmp(how, "burn")) burn(seconds);
    else if (!strcmp(how, "relay")) relay();
    else if (!strcmp(how, "children")) processes_in_turns(0);
    else if (!strcmp(how, "orphans")) processes_in_turns(1);
    else burn_beside(how, strcmp(how, "crowd") ? 1 : PARTS);
}

static void speak(const char *how) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5) || !strncmp(line, "game", 4)) {
            puts("ready");
        } else if (!strncmp(line, "go", 2)) {
            spend(how);
            puts("legal?");
        } else if (!strncmp(line, "legal ", 6)) {
            printf("move %s\n", strtok(line + 6, " \n"));
        } else if (!strncmp(line, "quit", 4)) {
            return;
        }
        fflush(stdout);
    }
}

int main(int count, char **words) {
    if (count < 3) return 10;
    seconds = atof(words[2]);
    if (count == 3) {
        speak(words[1]);
    } else {
        spend(words[1]);
        if (words[3][0] == 'a') answer_a(words + 4, "out.txt");
        else answer_b(words + 4);
    }
    return 0;
}
