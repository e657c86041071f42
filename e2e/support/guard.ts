import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/**
 * Watches what a page must never do: ask another host, break its content policy, throw, or report an error.
 * Requests to other hosts are cut off, so a test behaves the same with and without a network.
 */
export class Guard {
  readonly #own: string
  readonly #allowed = new Set<string>()
  readonly #expected: RegExp[] = []
  readonly #problems: string[] = []

  /** @param own Origin of the app. */
  constructor(own: string) {
    this.#own = new URL(own).origin
  }

  /** Lets pages ask one more server, such as a model endpoint of this test. Its failed answers are the test's affair. */
  allow(url: string): void {
    this.#allowed.add(new URL(url).origin)
  }

  /** Problems whose text matches are what the test is about. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** What went wrong, in order. */
  problems(): string[] {
    return this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.route(
      (url) => !this.#isFree(url),
      async (route) => {
        this.#problems.push(`Request to another host: ${route.request().method()} ${route.request().url()}`)
        await route.abort('blockedbyclient')
      },
    )
    await context.routeWebSocket(
      (url) => !this.#isFree(url),
      (socket) => {
        this.#problems.push(`WebSocket to another host: ${socket.url()}`)
        void socket.close()
      },
    )
    await context.exposeBinding('reportPolicyViolation', (_source, what: string) => {
      this.#problems.push(`Content policy violated: ${what}`)
    })
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportPolicyViolation } = window as unknown as {
          reportPolicyViolation: (what: string) => void
        }
        reportPolicyViolation(`${event.effectiveDirective} ${event.blockedURI}`)
      })
    })
    context.on('page', (page) => this.#listen(page))
    context.on('weberror', (error) => this.#problems.push(`Uncaught: ${error.error().message}`))
  }

  #listen(page: Page): void {
    // Workers write to the page's console too.
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.#isAnswerOfAllowed(message)) {
        this.#problems.push(`Console error: ${message.text()}`)
      }
    })
    page.on('crash', () => this.#problems.push('The page crashed'))
  }

  #isFree(url: URL): boolean {
    if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'about:') return true
    const origin = url.protocol === 'ws:' ? `http://${url.host}` : url.origin
    return origin === this.#own || this.#allowed.has(origin)
  }

  /** The browser itself reports each failed request as a console error, at the address that was asked. */
  #isAnswerOfAllowed(message: ConsoleMessage): boolean {
    const { url } = message.location()
    return URL.canParse(url) && this.#allowed.has(new URL(url).origin)
  }
}
