/** The three languages, and which of them suits a browser. No words here. */

export const LANGUAGES = ['zh-Hant', 'zh-Hans', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK: Language = 'en';

/** How the language segment of the header writes each: every language in its own script. */
export const SHORT: Record<Language, string> = { 'zh-Hant': '繁', 'zh-Hans': '简', en: 'EN' };
export const OWN: Record<Language, string> = { 'zh-Hant': '繁體中文', 'zh-Hans': '简体中文', en: 'English' };

/** Said when not even the words can be fetched; everything else comes from the server. */
export const UNREACHABLE: Record<Language, string> = {
  'zh-Hant': '連不上伺服器。正在重試。',
  'zh-Hans': '连不上服务器。正在重试。',
  en: 'The server cannot be reached. Trying again.',
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The first of a browser's languages that we have; Chinese by script, or by region where no
 * script is named. */
export function suitable(tags: readonly string[]): Language {
  for (const tag of tags) {
    const parts = tag.toLowerCase().split('-');
    if (parts[0] === 'en') return 'en';
    if (parts[0] !== 'zh') continue;
    if (parts.includes('hans')) return 'zh-Hans';
    const traditional = ['hant', 'tw', 'hk', 'mo'].some((part) => parts.includes(part));
    return traditional ? 'zh-Hant' : 'zh-Hans';
  }
  return FALLBACK;
}
