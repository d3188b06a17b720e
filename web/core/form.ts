import type { useForm } from '@mantine/form'
import { EMAIL, isName } from '@ruam/contract/names.ts'
import { wordsNow } from './text.ts'
import { common } from './words.ts'

/** Checks of single values. Each answers the sentence to show under the field, or null. */
export const checks = {
  required: (value: string) => (value.trim() ? null : wordsNow(common).required),
  name: (value: string) =>
    !value.trim() ? wordsNow(common).required : isName(value) ? null : wordsNow(common).tooLong({ max: 100 }),
  email: (value: string) =>
    !value.trim() ? wordsNow(common).required : EMAIL.test(value.trim()) ? null : wordsNow(common).invalidEmail,
}

/** What is needed of a form of @mantine/form, whatever its rules. */
type Form<T extends object> = Pick<ReturnType<typeof useForm<T>>, 'onSubmit' | 'getInputNode'>

/** For a form's onSubmit: Enter saves, and the first field with an error gets the focus. */
export function submit<T extends object>(form: Form<T>, save: (values: T) => unknown) {
  return form.onSubmit(
    (values) => void save(values),
    (errors) => {
      const first = Object.keys(errors).find((path) => form.getInputNode(path))
      if (first) form.getInputNode(first)?.focus()
    },
  )
}
