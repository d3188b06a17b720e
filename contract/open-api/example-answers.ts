// Answers of the examples in the documentation. A test writes them from real answers, and compares them: `vitest run docs-answers -u`.

/** An answer as a program gets it. In its body `$profile` is an id and `$address` the address of the server: each reader has its own. */
interface ExampleAnswer {
  status: number
  /** Undefined for an answer without content. */
  body?: unknown
}

/** Answers in one language. */
export interface ExampleAnswers {
  /** By title of the call. `dry`: with the header of a test run. */
  calls: Readonly<Record<string, ExampleAnswer & { dry?: ExampleAnswer }>>
  /** By name of the error. `call`: title of the call that was answered with it. */
  errors: Readonly<Record<string, ExampleAnswer & { call: string }>>
  /** By name of the error: an item that was sent, and its result. */
  items: Readonly<Record<string, { item: unknown; result: unknown }>>
}

/** Values that an answer leaves open. */
interface Filling {
  address: string
  ids: Readonly<Record<string, number>>
}

/** Returns the body of an answer as indented JSON with the reader's own address and ids; undefined without content. */
export function answerText({ body }: ExampleAnswer, { address, ids }: Filling): string | undefined {
  const filled = (token: string, alone: string | undefined, inside: string | undefined) =>
    String(ids[alone ?? inside ?? ''] ?? token)
  return JSON.stringify(body, null, 2)
    ?.replaceAll('$address', address)
    .replace(/"\$(\w+)"|\$(\w+)/g, filled)
}
