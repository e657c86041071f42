/** What it takes of `navigator.storage`. */
export type StorageManagerLike = Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>>

/**
 * Asks the browser not to throw the page's data away when the disk gets full. Some browsers ask the user, so call it
 * when there is something worth keeping. Resolves to whether the data is safe.
 */
export async function askToPersist(
  manager: StorageManagerLike | undefined = globalThis.navigator?.storage,
): Promise<boolean> {
  try {
    if (await manager?.persisted?.()) return true
    return (await manager?.persist?.()) ?? false
  } catch {
    // Blocked by a policy: the data is as safe as the browser makes it, and nothing can be done about it here.
    return false
  }
}

/** Bytes used and granted, as far as the browser tells. */
export async function storageEstimate(
  manager: StorageManagerLike | undefined = globalThis.navigator?.storage,
): Promise<{ used: number; quota: number } | null> {
  try {
    const estimate = await manager?.estimate?.()
    return estimate?.usage !== undefined && estimate.quota !== undefined
      ? { used: estimate.usage, quota: estimate.quota }
      : null
  } catch {
    return null
  }
}
