/* Plays the first legal move, which it asks for. An argument makes it misbehave when it is asked
   for the second time: `crash`, `illegal`, `spin`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
  int asked = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "hello", 5)) {
      puts("id name first move");
      puts("ready");
    } else if (!strncmp(line, "game", 4)) {
      puts("ready");
    } else if (!strncmp(line, "go", 2)) {
      if (++asked == 2 && !strcmp(mode, "crash")) {
        fputs("I cannot go on\n", stderr);
        abort();
      }
      if (asked == 2 && !strcmp(mode, "spin"))
        for (;;) {
        }
      puts(asked == 2 && !strcmp(mode, "illegal") ? "move Z9xA1" : "legal?");
    } else if (!strncmp(line, "legal ", 6)) {
      strtok(line, " \n");
      printf("move %s\n", strtok(NULL, " \n"));
    } else if (!strncmp(line, "quit", 4)) {
      return 0;
    }
  }
  return 0;
}
