import 'vitest'

// Vitest types what these give as `any`, which switches the types off wherever one stands in an expectation.
declare module 'vitest' {
  interface ExpectStatic {
    anything: () => unknown
    arrayContaining: <T = unknown>(expected: readonly T[]) => unknown
    objectContaining: (expected: object) => unknown
    stringContaining: (expected: string) => unknown
    stringMatching: (expected: string | RegExp) => unknown
  }
}
