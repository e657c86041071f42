import { type Shape, ShapeError } from './shape.ts'

export type SampleFile = 'flights' | 'airports' | 'weather'

/** Gives the parsed JSON of one file of public/data; rejects with a message for people. */
export type LoadSampleFile = (file: SampleFile) => Promise<unknown>

export class SampleDataError extends Error {
  override name = 'SampleDataError'
}

/** Reads the files beside the page. `base` is the page's own address, such as `document.baseURI`. */
export function fetchSampleFiles(base: string, fetcher: typeof fetch = fetch): LoadSampleFile {
  return async (file) => {
    const place = `data/${file}.json`
    let response: Response
    try {
      response = await fetcher(new URL(place, base))
    } catch (cause) {
      throw new SampleDataError(
        `The sample data ${place} could not be fetched. Check the connection and call again.`,
        { cause },
      )
    }
    if (!response.ok) {
      throw new SampleDataError(
        `The sample data ${place} could not be fetched (HTTP ${response.status}). Reload the page.`,
      )
    }
    return (await response.json()) as unknown
  }
}

/** Gives the content of a file its type. */
export function readSample<T>(file: SampleFile, shape: Shape<T>, content: unknown): T {
  try {
    return shape(content)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw new SampleDataError(`The sample data ${file}.json is damaged: ${error.message}. Reload the page.`)
  }
}

/** Remembers what was loaded; a failure is not remembered, so that the next call tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= load().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
