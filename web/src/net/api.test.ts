import { afterEach, describe, expect, it, vi } from 'vitest';
import * as api from './api';

/** The network is the boundary: what it answers is scripted here. */
function answering(status: number, body: string): { asked: () => [string, RequestInit] } {
  const network = vi.fn(() => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', network);
  return { asked: () => network.mock.calls[0] as unknown as [string, RequestInit] };
}
afterEach(() => vi.unstubAllGlobals());

async function refusal(promise: Promise<unknown>): Promise<api.Refused> {
  const error = await promise.then(
    () => null,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(api.Refused);
  return error as api.Refused;
}

describe('the interface', () => {
  it('asks by path and query, leaving out what is empty', async () => {
    const { asked } = answering(200, '[]');
    await api.records({ game: 'tzaar', name: '', limit: 30 });
    expect(asked()[0]).toBe('/api/records?game=tzaar&limit=30');
  });
  it('keeps ids from changing the path', async () => {
    const { asked } = answering(200, '{}');
    await api.table('../me?x');
    expect(asked()[0]).toBe('/api/tables/..%2Fme%3Fx');
  });
  it('sends JSON', async () => {
    const { asked } = answering(200, '{"name":"安"}');
    expect(await api.rename('安')).toEqual({ name: '安' });
    expect(asked()[1]).toMatchObject({
      method: 'PUT',
      body: '{"name":"安"}',
      headers: { 'content-type': 'application/json' },
    });
  });
  it('throws what the server refuses', async () => {
    const body = {
      code: 'bad-options',
      message: { key: 'relati:bad-options.chain', params: [] },
      field: 'chain',
    };
    answering(422, JSON.stringify(body));
    const refused = await refusal(api.games());
    expect(refused.refusal).toEqual(body);
    expect(refused.status).toBe(422);
  });
  it('has words for an answer that is none', async () => {
    answering(502, '<h1>Bad Gateway</h1>');
    expect((await refusal(api.games())).refusal.message.key).toBe('app:refused.unreadable');
    answering(500, '"text"');
    expect((await refusal(api.games())).refusal.code).toBe('unreadable');
  });
  it('has words for a server that is not there', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    const refused = await refusal(api.games());
    expect([refused.refusal.code, refused.status]).toEqual(['unreachable', 0]);
  });
});
