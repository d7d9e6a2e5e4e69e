/* crowd COUNT SECONDS: so many processes that are busy until so many seconds have passed, or until
 * whoever started them has gone. Each is a session of its own, so that none counts as a part of
 * another. A line tells that all of them are there. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
    const int processes = count > 1 ? atoi(words[1]) : 0;
    const time_t end = time(NULL) + (count > 2 ? atoi(words[2]) : 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < processes; i++)
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            setsid();
            while (time(NULL) < end) {}
            _exit(0);
        }
    puts("busy");
    fflush(stdout);
    while (wait(NULL) > 0) {}
    return 0;
}
