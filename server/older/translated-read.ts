import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { PipelinedRead, ReadRequest } from '../http/pipelined-read.ts'

type Asked<E extends Endpoint> = Pick<ReadRequest<E>, 'params' | 'query'>

/** Makes a read of the older API of one whose answer is the same: only its request is translated. */
export function translatedRead<E extends Endpoint, N extends Endpoint>(
  _: E,
  read: PipelinedRead<N>,
  translate: (asked: Asked<E>) => Asked<N>,
): PipelinedRead<E> {
  const newer = <A extends Asked<E>>(asked: A) => ({ ...asked, ...translate(asked) }) as never
  const { fallback } = read
  return {
    reads: (asked) => read.reads(newer(asked)),
    answer: (found, known) => read.answer(found, newer(known)) as ReturnType<PipelinedRead<E>['answer']>,
    ...(fallback && { fallback: ((context) => fallback(newer(context))) as PipelinedRead<E>['fallback'] & object }),
  }
}
