import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'src/sdk/client/wire/',
      '**/*-thread-text.ts',
      'dist-bench/',
      'dist-conformance/',
      'dist-next/',
      'dist-former/',
      'build/',
      'node_modules/',
      'coverage/',
      'data/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/apps/page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An async function is a fair way to implement a port that promises, whether or not it awaits.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings come from apps/server/environment.ts.' },
      ],
      'no-restricted-imports': [
        'error',
        ...['node:process', 'process'].map((name) => ({
          name,
          importNames: ['env', 'default'],
          message: 'Settings come from apps/server/environment.ts.',
        })),
      ],
    },
  },
  // A list of names, which has no parts to split off.
  { files: ['src/index.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['src/apps/{server,devnet/fork}/environment.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/domain/**/*.ts', 'src/ports/**/*.ts', 'src/application/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Only server.ts reads the environment.' },
        { name: 'Buffer', message: 'The core runs without Node.' },
        { name: 'setTimeout', message: 'Time comes in through ports.' },
        { name: 'setInterval', message: 'Time comes in through ports.' },
        { name: 'fetch', message: 'The outside world is a port.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Use the clock port.',
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use the clock port.' },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Randomness is a port.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'request.**.expect'] },
      ],
      'jest/valid-expect': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-focused-tests': 'error',
      'jest/no-conditional-expect': 'off',
      'jest/no-standalone-expect': 'off',
      'jest/no-export': 'off',
      'jest/valid-title': 'off',
      'jest/require-top-level-describe': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        Buffer: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        module: 'writable',
      },
    },
  },
);
