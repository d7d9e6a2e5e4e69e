/** What can lie open over or beside the game. */
export type Panel =
  'share' | 'settings' | 'help' | 'more' | 'moves' | 'resign' | 'leave' | 'result' | 'rules';
