import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { type OutsideSchema, readOutside } from './outside-text.ts'

/** Body of a request of another system: its bytes prove who signed it, its text is reached only through a schema. */
export class OutsideBody {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  hmac(secret: string): Buffer {
    return createHmac('sha256', secret).update(this.#bytes).digest()
  }

  /** Returns undefined if the body is unreadable or does not match. */
  read<S extends z.ZodType>(schema: OutsideSchema<S>): z.output<S> | undefined {
    return readOutside(this.#bytes, schema)
  }
}
