import type { Packet, Port, WireError } from './wire.ts'

type Handler = (args: unknown) => unknown

/** Asks and answers over a port. Messages of one turn of the event loop travel as one. */
export class Peer {
  #port: Port
  #methods: Record<string, Handler>
  #pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #asked = 0
  #outbox: Packet[] = []
  #transfer: Transferable[] = []
  #closed: Error | null = null

  constructor(port: Port, methods: Record<string, Handler>) {
    this.#port = port
    this.#methods = methods
    port.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) for (const packet of data as Packet[]) this.#receive(packet)
    })
    port.start?.()
  }

  ask(method: string, args: unknown, transfer: Transferable[] = []): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed)
    this.#asked += 1
    const id = this.#asked
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
    })
    this.#send({ type: 'request', id, method, args }, transfer)
    return answer
  }

  tell(method: string, args: unknown, transfer: Transferable[] = []): void {
    if (!this.#closed) this.#send({ type: 'notice', method, args }, transfer)
  }

  /** The other side is gone: whatever is still asked fails with `error`. */
  close(error: Error): void {
    this.#closed = error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }

  #receive(packet: Packet): void {
    if (this.#closed) return
    switch (packet.type) {
      case 'request':
        void this.#answer(packet.id, packet.method, packet.args)
        return
      case 'notice':
        this.#methods[packet.method]?.(packet.args)
        return
      case 'answer':
        this.#pending.get(packet.id)?.resolve(packet.value)
        break
      case 'failure':
        this.#pending.get(packet.id)?.reject(fromWire(packet.error))
        break
    }
    this.#pending.delete(packet.id)
  }

  async #answer(id: number, method: string, args: unknown): Promise<void> {
    try {
      const handler = this.#methods[method]
      if (!handler) throw new Error(`Unknown message ${method}`)
      this.#send({ type: 'answer', id, value: await handler(args) }, [])
    } catch (error) {
      this.#send({ type: 'failure', id, error: toWire(error) }, [])
    }
  }

  #send(packet: Packet, transfer: Transferable[]): void {
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush())
    this.#outbox.push(packet)
    this.#transfer.push(...transfer)
  }

  #flush(): void {
    const [packets, transfer] = [this.#outbox, this.#transfer]
    this.#outbox = []
    this.#transfer = []
    if (this.#closed) return
    try {
      this.#port.postMessage(packets, transfer)
    } catch (error) {
      this.#sendOneByOne(packets, error)
    }
  }

  /** One value in the batch cannot be cloned: only its own message may suffer. */
  #sendOneByOne(packets: Packet[], reason: unknown): void {
    for (const packet of packets) {
      try {
        this.#port.postMessage([packet], [])
      } catch {
        const error = toWire(new TypeError(`It cannot be sent between threads: ${String(reason)}`))
        if (packet.type === 'answer') this.#port.postMessage([{ type: 'failure', id: packet.id, error }], [])
        else if (packet.type === 'request') {
          this.#pending.get(packet.id)?.reject(fromWire(error))
          this.#pending.delete(packet.id)
        }
      }
    }
  }
}

function toWire(error: unknown): WireError {
  if (!(error instanceof Error))
    return { name: 'Error', message: typeof error === 'string' ? error : String(error) }
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : error.cause
  return { name: error.name, message: error.message, ...(typeof cause === 'string' ? { cause } : {}) }
}

function fromWire({ name, message, cause }: WireError): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause })
  error.name = name
  return error
}
