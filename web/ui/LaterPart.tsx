import { type ComponentType, Suspense } from 'react'

/** Parts of screens that belong to folders after that of the screen, with what each is given. */
interface LaterParts {
  /** A group in the side column of a customer. */
  profileAside: { profileId: number }
}

type Parts = { [Name in keyof LaterParts]: ComponentType<LaterParts[Name]> }

const parts: Partial<Parts> = {}

/** Makes these the parts that screens draw. Called once, with the route table. */
export const defineLaterParts = (all: Parts) => void Object.assign(parts, all)

type LaterPartProps<Name extends keyof LaterParts> = { name: Name } & LaterParts[Name]

/** A part of a later folder; nothing where none is defined. */
export function LaterPart<Name extends keyof LaterParts>({ name, ...rest }: LaterPartProps<Name>) {
  const Part = parts[name] as ComponentType<object> | undefined
  return (
    Part && (
      <Suspense>
        <Part {...rest} />
      </Suspense>
    )
  )
}
