const encoder = new TextEncoder()

/**
 * A rough count of tokens: UTF-8 bytes divided by four, rounded up. Good enough to compare two contexts; whoever
 * shows it marks it as an estimate.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 4)
}
