/** Returns the parsed body, or undefined if it is no JSON text that PostgreSQL can keep. */
export function bodyJsonOf(body: Buffer): unknown {
  try {
    const text = body.toString('utf8')
    return text.includes('\\u0000') ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
