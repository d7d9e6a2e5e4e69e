import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page goes where the server looks for it in a checkout; CMake asks for another place.
const outDir = process.env['DUIYI_PAGE'] ?? '../build/page';

export default defineConfig({
  plugins: [svelte()],
  // Shared with duiyi.draw: the themes.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  test: { include: ['src/**/*.test.ts'] },
});
