/** Two numbers as map apps copy them: `18.7961, 98.9793`, with or without brackets. */
const PAIR = /^\s*\(?\s*(-?\d{1,2}(?:\.\d+)?)\s*[,\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*\)?\s*$/

/** Returns a typed number of degrees, or null if it is none or beyond `most`. */
export function readDegrees(text: string, most: number): number | null {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) || Math.abs(number) > most ? null : number
}

/** Returns latitude and longitude of a pasted text, or null if it is another text. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const [, first, second] = PAIR.exec(text) ?? []
  const latitude = readDegrees(first ?? '', 90)
  const longitude = readDegrees(second ?? '', 180)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
