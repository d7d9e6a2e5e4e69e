/* bad_bot [WHEN MODE [ARGUMENT...]]: plays the first legal move, but for one thing.
 *
 * It does it at question WHEN, or before it has said anything if that is 0. A deed tells the game how
 * it went (`info MODE done`), and the bot plays on if it can. Without a mode it is decent, and
 * careless: everybody may look into its directory. */
#include "deeds.h"
#include "talk.h"

static void go_on(void) {
}

static void misbehave(char **words) {
    fflush(stdout);
    if (talk_badly(words) && do_deed(words) == -1) {
        fprintf(stderr, "no mode called '%s'\n", words[0]);
        exit(2);
    }
    fflush(stdout);
}

static void leave_a_plan(void) {
    FILE *plan = fopen("plan", "w");
    if (plan && fputs("attack\n", plan) >= 0)
        fclose(plan);
    if (chmod("plan", 0644) || chmod(".", 0755))
        exit(3);
}

/* Says its move; also when it says it twice, all at once. */
static void move(const char *token) {
    static char said[1 << 17];
    int length = 0;
    snprintf(last, sizeof last, "%s", token);
    for (; times > 0; times--)
        length += snprintf(said + length, sizeof said - (size_t)length, "move %s%s\n", token, more);
    if (write(1, said, (size_t)length) != length)
        exit(4);
    times = 1;
    more = "";
}

int main(int count, char **words) {
    static char line[1 << 20];
    int asked = 0, when = count > 2 ? atoi(words[1]) : -1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    before = "info ";
    stay = go_on;
    if (when == -1)
        leave_a_plan();
    if (when == 0)
        misbehave(words + 2);
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word || strcmp(word, "position") == 0 || strcmp(word, "result") == 0)
            continue;
        if (strcmp(word, "hello") == 0 || strcmp(word, "game") == 0)
            puts("ready");
        else if (strcmp(word, "legal") == 0)
            move(strtok(NULL, " \n"));
        else if (strcmp(word, "quit") == 0)
            return 0;
        else if (strcmp(word, "go") == 0) {
            answered = 0;
            if (++asked == when)
                misbehave(words + 2);
            if (!answered)
                puts("legal?");
        }
    }
    return 0;
}
