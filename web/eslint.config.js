import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'dist/', 'src/lib/protocol.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      'max-lines': ['error', 400],
      eqeqeq: 'error',
      'svelte/no-at-html-tags': 'error',
      // Addresses are handled by our own small router, not SvelteKit's.
      'svelte/no-navigation-without-resolve': 'off',
      // Maps of a document are replaced as a whole ($state.raw), never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-syntax': ['error', {
        selector: 'CallExpression[callee.property.name="waitForFunction"] > ArrowFunctionExpression[async=true]',
        message: 'waitForFunction takes the promise of an async function for true and waits for nothing; use expect.poll.',
      }],
    },
  },
  // Lists of words, one entry a line.
  { files: ['src/lib/i18n/*.ts'], rules: { 'max-lines': 'off' } },
);
