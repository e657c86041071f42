/** What went wrong with the store, in words for the user: what happened, and what to do. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly fault: StorageFault

  constructor(fault: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type StorageFault = 'full' | 'unavailable' | 'newer' | 'blocked' | 'closed' | 'failed'

const MESSAGES: Record<StorageFault, string> = {
  full: 'The browser’s storage is full, so the notebook is not saved. Export it, then delete notebooks or free space on the disk; saving is tried again by itself.',
  unavailable:
    'This browser does not let the page keep anything (a private window, or storage is blocked). Notebooks live until the page is closed: export what you want to keep.',
  newer:
    'The notebooks in this browser were written by a newer version of Backstep. Reload the page to get that version; until then nothing is saved here.',
  blocked:
    'Another tab holds an older version of Backstep open. Close or reload that tab, then reload this one.',
  closed:
    'The browser closed the page’s storage. Reload the page; export the notebook first if it has changes.',
  failed: 'The notebook could not be saved. Saving is tried again by itself; export the notebook to be safe.',
}

/** A failure of IndexedDB as the user hears of it. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const fault = faultOf(error)
  const detail = fault === 'failed' && error instanceof Error ? ` (${error.name}: ${error.message})` : ''
  return new StorageError(fault, `${MESSAGES[fault]}${detail}`, { cause: error })
}

function faultOf(error: unknown): StorageFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'QuotaExceededError':
      return 'full'
    case 'VersionError':
      return 'newer'
    case 'SecurityError':
    case 'NotSupportedError':
      return 'unavailable'
    case 'InvalidStateError':
      return 'closed'
    default:
      return 'failed'
  }
}

export const faultMessage = (fault: StorageFault): string => MESSAGES[fault]
