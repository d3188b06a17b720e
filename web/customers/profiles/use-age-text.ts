import { useWords } from '../../data/text.ts'
import type { ValueOfField } from './field-text.ts'
import { profileText } from './profile-text.ts'

/** Whole years between a birth date and today. */
function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5, 10) < birthDate.slice(5, 10) ? years - 1 : years
}

/** The age that goes with a birth date; undefined for any other field. */
export function useAgeText() {
  const t = useWords(profileText)
  return ({ name, value, masked }: ValueOfField): string | undefined => {
    if (name !== 'birthDate' || masked || typeof value !== 'string') return undefined
    const years = ageOn(value, new Date().toISOString())
    return years >= 0 && years < 130 ? t.age({ years }) : undefined
  }
}
