import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import type { Answer, Endpoint, Sent } from '@ruam/contract/platform/endpoint.ts'
import {
  hashKey,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Camel } from './camel.ts'
import {
  type ApiError,
  type Arrived,
  answerOf,
  canceledError,
  headersOf,
  networkError,
  type RequestParts,
  request,
  requestAddress,
  requestFile,
  timeoutError,
} from './request.ts'
import { currentSession, useSession, wire, withBearer } from './session.ts'

/** Text in an address may be given as a number. */
type Addressed<T> = { [K in keyof T]: string extends NonNullable<T[K]> ? T[K] | number : T[K] }

/** Request of an endpoint in camelCase. */
export type Sending<E extends Endpoint> = {
  [K in keyof Sent<E>]: K extends 'body' ? Camel<Sent<E>[K]> : Addressed<Camel<Sent<E>[K]>>
}
/** Response of an endpoint in camelCase. */
export type Got<E extends Endpoint> = Camel<Answer<E>>

/** Sends once, renewing tokens as needed. Throws ApiError. */
export function call<E extends Endpoint>(
  endpoint: E,
  sent: Sending<E>,
  options: { signal?: AbortSignal } = {},
): Promise<Got<E>> {
  return withBearer(wire(endpoint), (bearer) =>
    request(wire(endpoint), sent as RequestParts, bearer, options.signal),
  ) as Promise<Got<E>>
}

/** An endpoint whose answer is a file. */
type FileEndpoint = Endpoint & { download: true }

/** Fetches a file and has the browser save it under the name the server gives it. Throws ApiError. */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  sent: NoInfer<Sending<E>>,
  onProgress: (progress: Arrived) => void,
): Promise<void> {
  const { content, name } = await withBearer(wire(endpoint), (bearer) =>
    requestFile(wire(endpoint), sent as RequestParts, bearer, onProgress),
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken the content once the click is handled; Safari takes it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const featureKey = (endpoint: Endpoint) => [currentSession().store?.id ?? 0, wire(endpoint).feature] as const

/** Cache key of a read: subject first, parameters last. */
export function readKey(storeId: number, endpoint: Endpoint, sent: RequestParts) {
  const { feature, method, path } = wire(endpoint)
  const { params, ...rest } = sent
  return [storeId, feature, `${method} ${path}`, params ?? null, rest] as const
}

/** Changes what a read has answered, where it has answered: by news that came another way. */
export function usePatch<E extends Endpoint>(endpoint: E, sent: Sending<E>) {
  const cache = useQueryClient()
  return (change: (data: Got<E>) => Got<E>) =>
    cache.setQueryData<Got<E>>(readKey(currentSession().store?.id ?? 0, endpoint, sent as RequestParts), (data) =>
      data === undefined ? data : change(data),
    )
}

interface ReadOptions<E extends Endpoint> {
  enabled?: boolean
  /** Milliseconds between polls, or false to stop; asked again after every answer. */
  poll?: (data: Got<E> | undefined) => number | false
  /** Milliseconds for which an answer counts as current. */
  staleTime?: number
  /** Milliseconds for which an answer that no screen shows is kept. */
  gcTime?: number
}

/**
 * Reads an endpoint and keeps it current. While the query changes (another page, another keyword) the last answer stays
 * as `isPlaceholderData`, also when the new one fails; it never stays over a change of params or store.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  sent: Sending<E>,
  options: ReadOptions<E> = {},
): UseQueryResult<Got<E>, ApiError> {
  const storeId = useSession().store?.id ?? 0
  const { poll, ...others } = options
  const cache = useQueryClient()
  const queryKey = readKey(storeId, endpoint, sent as RequestParts)
  const subject = queryKey.slice(0, -1)
  const result = useQuery<Got<E>, ApiError>({
    ...others,
    queryKey,
    queryFn: ({ signal }) => call(endpoint, sent, { signal }),
    meta: { permission: wire(endpoint).permission },
    placeholderData: (data, before) =>
      before && hashKey(before.queryKey.slice(0, -1)) === hashKey(subject) ? data : undefined,
    refetchInterval: poll && ((query) => poll(query.state.data)),
  })
  if (!result.error || result.data !== undefined) return result
  // A page that failed leaves the one before it in sight.
  const [latest] = cache
    .getQueryCache()
    .findAll({ queryKey: subject, predicate: ({ state }) => state.data !== undefined })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  if (!latest) return result
  const { data, dataUpdatedAt } = latest.state
  const shown = { ...result, data, dataUpdatedAt, isPlaceholderData: true }
  return shown as unknown as UseQueryResult<Got<E>, ApiError>
}

/** Asks an endpoint now, past what is kept of it; a read of the same on screen shows the answer or the refusal. Throws ApiError. */
export function useAsk() {
  const cache = useQueryClient()
  return <E extends Endpoint>(endpoint: E, sent: Sending<E>): Promise<Got<E>> =>
    cache.fetchQuery<Got<E>, ApiError>({
      queryKey: readKey(currentSession().store?.id ?? 0, endpoint, sent as RequestParts),
      queryFn: ({ signal }) => call(endpoint, sent, { signal }),
      staleTime: 0,
    })
}

interface WriteOptions {
  /** Endpoints of other features whose reads the write makes stale. */
  refreshes?: readonly Endpoint[]
  /** Covers the screen with the loader until the answer is there. */
  blocking?: boolean
  /** The caller shows the error itself; without it an alert does. */
  quiet?: boolean
}

type Mutation<E extends Endpoint> = UseMutationResult<Got<E>, ApiError, Sending<E>>

type WithoutMutate<T> = T extends unknown ? Omit<T, 'mutate'> : never
type Write<E extends Endpoint> = WithoutMutate<Mutation<E>> & {
  /** Writes; `after` is done when the answer is there, also when the person has left the screen meanwhile. */
  mutate(sent: Sending<E>, after?: { onSuccess?: (answer: Got<E>) => void; onError?: (error: ApiError) => void }): void
}

/** Writes to an endpoint, then refreshes the reads of its feature. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions = {}): Write<E> {
  const refresh = useRefresh()
  const mutation: Mutation<E> = useMutation<Got<E>, ApiError, Sending<E>>({
    mutationFn: (sent) => call(endpoint, sent),
    onSuccess: () => refresh(endpoint, ...(options.refreshes ?? [])),
    meta: { blocking: options.blocking, quiet: options.quiet },
  })
  const { mutateAsync } = mutation
  return {
    ...mutation,
    // TanStack Query forgets what is given to its own where the component has gone.
    mutate: (sent, after = {}) => void mutateAsync(sent).then(after.onSuccess, after.onError ?? (() => {})),
  }
}

/** Makes the reads of these endpoints' features stale, so that what is on screen is read again. */
export function useRefresh() {
  const cache = useQueryClient()
  return useCallback(
    async (...endpoints: Endpoint[]) => {
      await Promise.all(endpoints.map((endpoint) => refreshFeature(cache, featureKey(endpoint))))
    },
    [cache],
  )
}

/** A first read that is under way may be answered from before the write, and TanStack Query keeps it: it is read once more after it. */
async function refreshFeature(cache: QueryClient, queryKey: readonly unknown[]) {
  const first = cache
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await cache.invalidateQueries({ queryKey })
  await Promise.all(first.map((query) => cache.invalidateQueries({ queryKey: query.queryKey, exact: true })))
}

interface UploadOptions<E extends Endpoint> {
  sent?: Sending<E>
  /** 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends one file. Gives up when nothing has moved for 120 s, however long the whole takes. Throws ApiError. */
export function upload<E extends Endpoint>(endpoint: E, file: File, options: UploadOptions<E> = {}): Promise<Got<E>> {
  return withBearer(wire(endpoint), (bearer) => uploadOnce(endpoint, file, bearer, options)) as Promise<Got<E>>
}

function uploadOnce<E extends Endpoint>(
  endpoint: E,
  file: File,
  bearer: string | undefined,
  { sent, onProgress, signal }: UploadOptions<E>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let stalled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        stalled = true
        xhr.abort()
      }, REQUEST_TIMEOUT_MS)
    }
    const cancel = () => xhr.abort()
    xhr.upload.onprogress = ({ loaded, total }) => {
      moved()
      onProgress?.(total ? loaded / total : 0)
    }
    xhr.onerror = () => reject(networkError())
    xhr.onabort = () => reject(stalled ? timeoutError() : canceledError())
    xhr.onload = () => {
      try {
        resolve(answerOf(wire(endpoint), xhr.status, xhr.responseText))
      } catch (error) {
        reject(error)
      }
    }
    xhr.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    xhr.open(endpoint.method, requestAddress(wire(endpoint), (sent ?? {}) as RequestParts))
    for (const [name, value] of Object.entries(headersOf(bearer))) xhr.setRequestHeader(name, value)
    if (signal?.aborted) return reject(canceledError())
    signal?.addEventListener('abort', cancel)
    const form = new FormData()
    form.append(wire(endpoint).uploadField ?? 'file', file, file.name)
    moved()
    xhr.send(form)
  })
}
