/** Which key asks for what in a review, and in learning. Pure; the dialog lists them. */
import { ASKING, ENDING, type Keys, ON_BOARD, PLAYING, WALKING, type WishOf } from '../shared/keys';

const REVIEW = [
  ...WALKING,
  { wish: 'marked-back', keys: ['Shift+ArrowLeft'] },
  { wish: 'marked-forward', keys: ['Shift+ArrowRight'] },
  { wish: 'chances', keys: ['N'] },
  { wish: 'hear', keys: ['G'] },
  { wish: 'table', keys: ['Shift+G'] },
  { wish: 'flip', keys: ['F'] },
  { wish: 'learn', keys: ['J'] },
  { wish: 'analyse', keys: ['E'] },
  ON_BOARD,
  ...ASKING,
  ...ENDING,
] as const;
const LEARNING = [
  { wish: 'hint', keys: ['H'] },
  { wish: 'show', keys: ['J'] },
  { wish: 'next', keys: ['Y'] },
  { wish: 'again', keys: ['Z'] },
  ...PLAYING,
] as const;
export type Wish = WishOf<typeof REVIEW>;
export type LearnWish = WishOf<typeof LEARNING>;
export const KEYS: Keys<Wish> = REVIEW;
export const LEARN_KEYS: Keys<LearnWish> = LEARNING;
