import type { World } from './world.ts'

/** Returns a function that reads something once in each world: once in a transaction, and once in all the months of a rehearsal. */
export function oncePerWorld<T>(read: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const known = new WeakMap<World, Promise<T>>()
  return (world) => {
    const found = known.get(world) ?? read(world)
    known.set(world, found)
    return found
  }
}
