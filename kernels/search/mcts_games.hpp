// Search by simulation for the games of this repository, with all that they know about themselves:
// whoever uses Mcts for one of them includes this, so that a game means the same everywhere.
#pragma once

#include "games/classic.hpp"
#include "games/tzaar.hpp"
#include "search/evaluate_atom.hpp"
#include "search/evaluate_legacy.hpp"
#include "search/evaluate_legacy_phases.hpp"
#include "search/evaluate_relati.hpp"
#include "search/mcts.hpp"
