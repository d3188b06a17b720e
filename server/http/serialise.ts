import type { z } from 'zod'

/** A value as JSON; undefined where it is not what its schema says. */
type Write = (value: unknown) => string | undefined

/** Parts of zod's internal description of a schema that are read here. */
interface Described {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const describe = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Described } })._zod.def

/**
 * Writes answers of a schema as `JSON.stringify(schema.parse(answer))` does, in less than half of its time: it goes through the keys that the schema
 * names, so that no other can be in the answer. Types are checked, formats of texts and numbers are not: they are what the database keeps.
 * Nothing for schemas that do more than that (transforms), nor for those that hold themselves.
 */
export function serialiserOf(schema: z.ZodType, above: readonly z.ZodType[] = []): Write | undefined {
  if (above.includes(schema)) return undefined
  const inside = [...above, schema]
  const { type, ...of } = describe(schema)
  switch (type) {
    case 'string':
      return (value) => (typeof value === 'string' ? quoted(value) : undefined)
    case 'number':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : undefined)
    case 'null':
      return (value) => (value === null ? 'null' : undefined)
    case 'enum':
      return oneOf(Object.values(of.entries!))
    case 'literal':
      return oneOf(of.values!)
    case 'nullable':
      return orElse(serialiserOf(of.innerType!, inside), (value) => (value === null ? 'null' : undefined))
    case 'union':
      return unionOf(of.options!, inside)
    case 'array':
      return arrayOf(of.element!, inside)
    case 'record':
      return describe(of.keyType!).type === 'string' ? recordOf(of.valueType!, inside) : undefined
    case 'object':
      return of.catchall ? undefined : objectOf(of.shape!, inside)
    default:
      return undefined
  }
}

/** Characters that JSON may escape: all but these. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

const quoted = (text: string) => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)

function oneOf(values: readonly unknown[]): Write {
  const written = new Map(values.map((value) => [value, JSON.stringify(value)]))
  return (value) => written.get(value)
}

const orElse = (write: Write | undefined, other: Write): Write | undefined =>
  write && ((value) => other(value) ?? write(value))

/** The first that takes the value, as zod does: the one that ends soonest at what is not of it should stand first. */
function unionOf(options: readonly z.ZodType[], above: readonly z.ZodType[]): Write | undefined {
  const writes = options.map((option) => serialiserOf(option, above))
  if (!writes.every((write) => write !== undefined)) return undefined
  return (value) => {
    for (const write of writes) {
      const written = write(value)
      if (written !== undefined) return written
    }
  }
}

function arrayOf(element: z.ZodType, above: readonly z.ZodType[]): Write | undefined {
  const write = serialiserOf(element, above)
  return (
    write &&
    ((value) => {
      if (!Array.isArray(value)) return undefined
      let written = ''
      for (const each of value) {
        const part = write(each)
        if (part === undefined) return undefined
        written += written === '' ? part : `,${part}`
      }
      return `[${written}]`
    })
  )
}

function recordOf(valueType: z.ZodType, above: readonly z.ZodType[]): Write | undefined {
  const write = serialiserOf(valueType, above)
  return (
    write &&
    ((value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
      let written = ''
      for (const [key, each] of Object.entries(value)) {
        const part = write(each)
        if (part === undefined) return undefined
        written += `${written === '' ? '' : ','}${quoted(key)}:${part}`
      }
      return `{${written}}`
    })
  )
}

function objectOf(shape: Record<string, z.ZodType>, above: readonly z.ZodType[]): Write | undefined {
  const keys: { name: string; prefix: string; optional: boolean; write: Write }[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const optional = describe(schema).type === 'optional'
    const write = serialiserOf(optional ? describe(schema).innerType! : schema, above)
    if (!write) return undefined
    keys.push({ name, prefix: `${JSON.stringify(name)}:`, optional, write })
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    let written = ''
    for (const { name, prefix, optional, write } of keys) {
      const given = (value as Record<string, unknown>)[name]
      if (given === undefined && optional) continue
      const part = write(given)
      if (part === undefined) return undefined
      written += written === '' ? prefix + part : `,${prefix}${part}`
    }
    return `{${written}}`
  }
}
