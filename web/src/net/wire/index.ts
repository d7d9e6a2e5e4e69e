/**
 * What travels between server and page, as types. `duiyi.server.wire` has the same shapes; a test
 * compares them. Nothing here knows a game.
 */
export type * from './analysis';
export type * from './catalogue';
export type * from './classes';
export type * from './editing';
export type * from './exploring';
export type * from './http';
export type * from './openings';
export type * from './puzzles';
export type * from './socket';
export type * from './table';
export type * from './teaching';
export type * from './validation';
export type * from './view';
