import type { useForm } from '@mantine/form'
import { DESCRIPTION_MAX_GRAPHEMES, NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { EMAIL, isDescription, isName } from '@ruam/contract/platform/names.ts'
import type { NameCheck } from '../data/name-check.ts'
import { wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
import { formWords } from './form-words.ts'

/** Checks of single values. Each answers the sentence to show under the field, or null. */
export const checks = {
  required: (value: string) => (value.trim() ? null : wordsNow(common).required),
  name: (value: string) =>
    !value.trim()
      ? wordsNow(common).required
      : isName(value)
        ? null
        : wordsNow(formWords).tooLong({ max: NAME_MAX_GRAPHEMES }),
  /** Counted in letters: an input's own limit would cut Thai off after two thirds of them. */
  description: (value: string) =>
    isDescription(value) ? null : wordsNow(formWords).tooLong({ max: DESCRIPTION_MAX_GRAPHEMES }),
  email: (value: string) =>
    !value.trim() ? wordsNow(common).required : EMAIL.test(value.trim()) ? null : wordsNow(formWords).invalidEmail,
}

/** Properties of a @mantine/form form, whatever its rules. */
type Form<T extends object> = Pick<ReturnType<typeof useForm<T>>, 'onSubmit' | 'getInputNode'>

/** Forms that wait for the check of a name: they are sent once. */
const waiting = new WeakSet<EventTarget>()

/** True if a name may be sent. Failed checks block; the server decides about the rest. */
const maySend = async ({ verdict, recheck }: NameCheck) =>
  (verdict !== 'checking' && verdict !== 'failed') || (await recheck()) !== 'failed'

/**
 * For a form's onSubmit: Enter saves, and the first field with an error gets the focus. `names`: its fields that are checked
 * while they are typed; a check that is under way is waited for, and one that failed is made again.
 */
export function submit<T extends object>(
  form: Form<T>,
  save: (values: T) => unknown,
  names: Partial<Record<keyof T & string, NameCheck>> = {},
) {
  const send = async (values: T, element: EventTarget | undefined) => {
    if (element && waiting.has(element)) return
    if (element) waiting.add(element)
    try {
      for (const [path, check] of Object.entries<NameCheck>(names as Record<string, NameCheck>)) {
        if (!(await maySend(check))) return form.getInputNode(path)?.focus()
      }
    } finally {
      if (element) waiting.delete(element)
    }
    await save(values)
  }
  return form.onSubmit(
    (values, event) => void send(values, event?.currentTarget),
    (errors) => {
      const first = Object.keys(errors).find((path) => form.getInputNode(path))
      if (first) form.getInputNode(first)?.focus()
    },
  )
}
