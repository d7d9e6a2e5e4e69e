import { describe, expect, it } from 'vitest';
import { seatSecret } from './seat-secret';

describe('the secret of a seat', () => {
  const none = new URLSearchParams();
  it('stands behind the #', () => {
    expect(seatSecret('#seat=abc', none)).toBe('abc');
    expect(seatSecret('#seat=a%2Fb&x=1', none)).toBe('a/b');
    expect(seatSecret('#', none)).toBeNull();
    expect(seatSecret('', none)).toBeNull();
    expect(seatSecret('#chair=abc', none)).toBeNull();
  });
  it('is found in links of older versions too', () => {
    expect(seatSecret('', new URLSearchParams('seat=old&at=3'))).toBe('old');
    expect(seatSecret('#seat=new', new URLSearchParams('seat=old'))).toBe('new');
  });
});
