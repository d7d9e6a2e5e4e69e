/* A bot that spends time in a known way, then answers `move C3`.
 *
 *   timed_bot burn SECONDS [THREADS]   CPU seconds in each of so many threads
 *   timed_bot fork SECONDS CHILDREN    the same in child processes, which it waits for
 *   timed_bot sleep SECONDS            by the wall clock
 *   timed_bot linger                   leaves a child that holds its output open for an hour
 *   timed_bot ponder                   a thread is busy all the time, also while it is not its turn
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds = 0;

static void *burn(void *unused) {
    struct timespec start, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec) <
           seconds);
    return unused;
}

static void burn_in_threads(int count) {
    pthread_t threads[16];
    for (int i = 1; i < count; i++)
        pthread_create(&threads[i], NULL, burn, NULL);
    burn(NULL);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
}

static void burn_in_children(int count) {
    for (int i = 0; i < count; i++)
        if (fork() == 0) {
            burn(NULL);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

int main(int count, char **words) {
    char line[65536];
    const char *mode = count > 1 ? words[1] : "burn";
    int number = count > 3 ? atoi(words[3]) : 1;
    seconds = count > 2 ? atof(words[2]) : 0;
    if (!strcmp(mode, "linger") && fork() == 0) {
        sleep(3600);
        _exit(0);
    }
    if (!strcmp(mode, "ponder")) {
        pthread_t thread;
        seconds = 3600;
        pthread_create(&thread, NULL, burn, NULL);
    }
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5) || !strncmp(line, "game", 4)) {
            puts("ready");
        } else if (!strncmp(line, "go", 2)) {
            if (!strcmp(mode, "burn"))
                burn_in_threads(number);
            else if (!strcmp(mode, "fork"))
                burn_in_children(number);
            else if (!strcmp(mode, "sleep"))
                usleep((useconds_t)(seconds * 1e6));
            else if (!strcmp(mode, "linger"))
                return 7;
            puts("move C3");
        } else if (!strncmp(line, "quit", 4)) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
