import type { Access, Method } from '@ruam/contract/platform/endpoint.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'

/**
 * Key names of a schema. Generated at build time (vite-contract.ts), so that schemas stay out of the browser. 0: no keys of its own, or
 * free ones.
 */
export interface Shape {
  /** Known keys, in snake_case, that change their name or lead to something that does. */
  o?: Record<string, Shape | 0>
  /** The items of an array. */
  a?: Shape
  /** The values of a record: its keys are data and stay as they are. */
  r?: Shape
  /** The shape that stands so many above this one, of which it is one more: a rule's group holds groups. */
  up?: number
}

/** Part of an endpoint kept in the browser. */
export interface WireEndpoint {
  /** The feature whose reads are refreshed together: the name under which it is exported, mostly. */
  feature: string
  method: Method
  path: string
  /** Also says whose token is sent: the person's, none for what is public, the store's otherwise. */
  permission: Access
  alsoRequires?: Permission
  upload?: true
  uploadField?: string | undefined
  shape: { params?: Shape | 0; query?: Shape | 0; body?: Shape | 0; response?: Shape | 0; stale?: Shape | 0 }
}

type CamelKey<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelKey<B>>}` : S

/** A value of the contract as screens see it: known keys in camelCase, the keys of records untouched. */
export type Camel<T> = T extends readonly (infer I)[]
  ? Camel<I>[]
  : T extends Blob
    ? T
    : T extends object
      ? string extends keyof T
        ? { [K in keyof T]: Camel<T[K]> }
        : { [K in keyof T as K extends string ? CamelKey<K> : K]: Camel<T[K]> }
      : T

export const camelKey = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

type Names = Map<string, readonly [name: string, shape: Shape | 0]>

const camelNames = new WeakMap<Shape, Names>()
const snakeNames = new WeakMap<Shape, Names>()

function namesOf(shape: Shape, known: WeakMap<Shape, Names>): Names {
  const found = known.get(shape)
  if (found) return found
  const names: Names = new Map()
  for (const [key, inner] of Object.entries(shape.o ?? {})) {
    if (known === camelNames) names.set(key, [camelKey(key), inner])
    else names.set(camelKey(key), [key, inner])
  }
  known.set(shape, names)
  return names
}

function rename(
  value: unknown,
  stated: Shape | 0 | undefined,
  known: WeakMap<Shape, Names>,
  above: readonly Shape[] = [],
): unknown {
  if (!stated || typeof value !== 'object' || value === null || value instanceof Blob) return value
  if (stated.up !== undefined) {
    const place = above.length - stated.up
    return rename(value, above[place], known, above.slice(0, place))
  }
  const shape = stated
  const path = [...above, shape]
  if (Array.isArray(value)) {
    const items = shape.a
    return items ? value.map((item) => rename(item, items, known, path)) : value
  }
  const names = namesOf(shape, known)
  // fromEntries defines own properties, so that a data key `__proto__` stays data.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = names.get(key)
      return name ? [name[0], rename(inner, name[1], known, path)] : [key, rename(inner, shape.r, known, path)]
    }),
  )
}

/** An answer of the server as screens see it. */
export const toCamel = (value: unknown, shape: Shape | 0 | undefined): unknown => rename(value, shape, camelNames)

/** Converts a request to the wire format. */
export const toSnake = (value: unknown, shape: Shape | 0 | undefined): unknown => rename(value, shape, snakeNames)
