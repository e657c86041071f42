import type { Plugin } from 'vite'

interface Edit {
  from: RegExp
  to: string
  /** How often `from` has to be there. */
  times: number
}

const EDITS: readonly Edit[] = [
  {
    // Cells are TypeScript. The other languages of the parser are a quarter of it.
    from: /^const mixinPlugins = \{\n {2}estree,\n {2}jsx,\n {2}flow,\n {2}typescript,\n {2}v8intrinsic,\n {2}placeholders\n\};$/gm,
    to: 'const mixinPlugins = { typescript };',
    times: 1,
  },
  {
    // Their messages: a bundler cannot know by itself that making a table of them changes nothing else.
    from: /^const (\w+) = ParseErrorEnum`(\w+)`\(\{$/gm,
    to: 'const $1 = /* @__PURE__ */ ParseErrorEnum`$2`({',
    times: 4,
  },
]

/**
 * Takes the languages that cells are not written in off the list of `@babel/parser`, so that the bundler drops them.
 * What is parsed, and the error of what is not, stay the same for all that the kernel asks.
 * @param code The text of the package's `lib/index.js`.
 * @throws when the text is not the one that this was written for, with the place that differs.
 */
export function slimParser(code: string): string {
  let slim = code
  for (const { from, to, times } of EDITS) {
    const found = slim.match(from)?.length ?? 0
    if (found !== times) {
      throw new Error(
        `@babel/parser is not the version that .scripts/slim-parser.ts was written for: ${String(from)} is there ${found} times instead of ${times}. Compare its text with the edits there.`,
      )
    }
    slim = slim.replace(from, to)
  }
  return slim
}

/** The same while building; development and unit tests take the package as it is. */
export function slimParserPlugin(): Plugin {
  return {
    name: 'slim-parser',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]@babel[\\/]parser[\\/]lib[\\/]index[.]js$/ },
      handler: (code) => ({ code: slimParser(code), map: null }),
    },
  }
}
