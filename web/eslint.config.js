import svelte from "eslint-plugin-svelte";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default typescript.config(
  { ignores: ["node_modules/", "src/api/schema.d.ts"] },
  ...typescript.configs.strict,
  ...typescript.configs.stylistic,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
  {
    rules: {
      "max-lines": ["error", 350],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-undef": "off",
    },
  },
);
