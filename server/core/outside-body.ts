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

  /** Reads the fields of a page's form. Returns undefined if they do not match. */
  readForm<S extends z.ZodType>(schema: OutsideSchema<S>): z.output<S> | undefined {
    const { success, data } = schema.safeParse(Object.fromEntries(new URLSearchParams(this.#bytes.toString('utf8'))))
    return success ? (data as z.output<S>) : undefined
  }
}
