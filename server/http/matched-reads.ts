import { features } from '@ruam/contract/endpoints.ts'
import { addressOf, type Endpoint, isOpen } from '@ruam/contract/platform/endpoint.ts'

const withoutNames = (address: string) => address.replace(/\{\w+\}/g, '{}')
const namesIn = (address: string) => [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** True for calls whose answer has an entity tag. */
export const isTagged = ({ method, response, download, redirect, page }: Endpoint): boolean =>
  method === 'GET' && response !== undefined && !download && !redirect && !page

const reads = new Map(
  Object.values(features)
    .flatMap((calls) => Object.values<Endpoint>(calls))
    .filter(isTagged)
    .map((call) => [withoutNames(addressOf(call)), call]),
)

/**
 * Returns the read whose tag an If-Match of a write names: that of its address, or else of the record in its path, as `GET /profiles/{id}`
 * for `POST /profiles/{id}/labels`. Undefined for writes that are stored and done later, and those without such a read.
 */
export function matchedRead(write: Endpoint): Endpoint | undefined {
  const { method, permission, transaction, upload } = write
  if (method === 'GET' || isOpen(permission) || transaction === false || upload) return undefined
  const address = addressOf(write)
  const steps = address.split('/')
  const records = steps.flatMap((step, place) => (step.startsWith('{') ? [steps.slice(0, place + 1).join('/')] : []))
  return [address, ...records.toReversed()].flatMap((one) => reads.get(withoutNames(one)) ?? [])[0]
}

/** Returns the parameters of a write's path by their names in the path of its read. */
export function paramsOfRead(read: Endpoint, write: Endpoint, params: Readonly<Record<string, string>>) {
  const values = namesIn(addressOf(write)).map((name) => params[name]!)
  return Object.fromEntries(namesIn(addressOf(read)).map((name, place) => [name, values[place]!]))
}
