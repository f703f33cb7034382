import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // 4 % smaller than with the minifier that Vite has.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2 } },
    outDir: 'dist',
    // The policy of the server forbids data: fonts and inline scripts.
    assetsInlineLimit: 0,
    // One style sheet: a room never shows without its styles.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      output: {
        // The smallest parts go with others: each has a cost of its own.
        experimentalMinChunkSize: 1200,
        // Browsers look for a newer service worker at the same address.
        entryFileNames: (part) => (part.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/ws': { target: 'ws://127.0.0.1:7420', ws: true },
      '/api': 'http://127.0.0.1:7420',
    },
  },
  // A machine that also builds must not fail a test by its clock.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
