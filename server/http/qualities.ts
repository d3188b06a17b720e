/** Returns the names of an Accept or Accept-Encoding header with their qualities, 0 to 1. */
export function qualitiesOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
}
