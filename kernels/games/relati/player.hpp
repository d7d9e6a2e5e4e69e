// The player of two-seat relati with any extensions.
#pragma once

#include "games/relati/evaluation.hpp"
#include "search/alphabeta/searched.hpp"

namespace duiyi::relati {

using Player = duel::Player<State, Evaluation>;
using Found = alphabeta::Found<RelatiAction>;

}  // namespace duiyi::relati
