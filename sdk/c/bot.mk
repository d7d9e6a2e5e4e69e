# make        builds the bot
# make debug  builds it so that it stops at the first wrong array index or pointer, and says where
CC = gcc
CXX = g++
CFLAGS = -std=c11 -O2 -Wall -Wextra
CXXFLAGS = -std=c++17 -O2 -Wall -Wextra
DEBUG = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

all: bot

%: %.c $(wildcard *.h)
	$(CC) $(CFLAGS) -o $@ $<

%: %.cpp $(wildcard *.h)
	$(CXX) $(CXXFLAGS) -o $@ $<

debug: clean
	$(MAKE) bot CFLAGS="$(CFLAGS) $(DEBUG)" CXXFLAGS="$(CXXFLAGS) $(DEBUG)"

clean:
	rm -f bot

.PHONY: all debug clean
