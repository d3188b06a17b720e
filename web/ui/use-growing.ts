import { type UIEvent, useState } from 'react'

/** Rows that are drawn at first, and more whenever they have nearly been scrolled through. */
const STEP = 30
/** Pixels before the end at which more are drawn. */
const AHEAD = 400

/** Draws a list of any length in parts, as far as it is scrolled. `key`: what it is narrowed by; another one begins at the top. */
export function useGrowing(key: unknown) {
  const [drawn, setDrawn] = useState({ key, limit: STEP })
  const limit = drawn.key === key ? drawn.limit : STEP
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    if (scrollTop + clientHeight + AHEAD > scrollHeight) setDrawn({ key, limit: limit + STEP })
  }
  return { limit, onScroll }
}

/** The same for the options of a select of Mantine, narrowed by what is typed. */
export function useGrowingOptions(typed: string) {
  const { limit, onScroll } = useGrowing(typed)
  return { limit, attributes: { options: { onScroll } } }
}
