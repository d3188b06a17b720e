// Written by write-schema.ts from the document of the Open API. Do not edit.
/** Paths of the calls that take an idempotency key, so that the same request is stored once. */
export const repeatable: readonly string[] = [
  "/open-api/v1/activities",
  "/open-api/v1/activities/batch",
  "/open-api/v1/connectors/{id}/records",
  "/open-api/v1/profiles",
  "/open-api/v1/profiles/batch"
]
/** Names of errors. They never change. */
export type ErrorName =
  | "call_not_open"
  | "changes_gone"
  | "changes_starting"
  | "connector_inactive"
  | "database_away"
  | "disk_full"
  | "dpa_required"
  | "evidence_missing"
  | "field_closed"
  | "idempotency_conflict"
  | "internal"
  | "invalid_input"
  | "key_ambiguous"
  | "key_expired"
  | "key_invalid"
  | "key_revoked"
  | "label_type_invalid"
  | "media_type"
  | "method_not_allowed"
  | "not_found"
  | "precondition_failed"
  | "precondition_unsupported"
  | "profile_locked"
  | "profile_merged"
  | "scope_missing"
  | "server_away"
  | "store_moving"
  | "timed_out"
  | "token_inactive"
  | "too_large"
  | "too_many_requests"
  | "too_slow"
  | "unprocessable"
  | "webhook_secret_ended"
  | "webhook_url_refused"
  | "webhooks_too_many"
export interface paths {
    "/open-api/v1/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one activity
         * @description Records something a customer did, such as a purchase. The customer is matched as in the calls for customers, and added if none matches. With a `reference`, such as a receipt number, repeated requests record the activity only once. References belong to the API key that sends them, so tills with keys of their own can use the same numbers. `replace: true` corrects what was sent before.
         *
         *     Scope: activity:write.
         */
        post: operations["sendActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/activities/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many activities
         * @description Send up to 1,000 activities per request, each in the format of a single one.
         *
         *     Scope: activity:write.
         */
        post: operations["sendActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read broadcasts
         * @description Reads broadcasts and their delivery results. `accepted` means that LINE took the message, not that the customer has read it. Broadcasts to segments that are left out for you are left out too.
         *
         *     Scope: broadcast:read.
         */
        get: operations["broadcasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read changes
         * @description Reads what changes in the store, in the order in which it was saved: customers, labels, segments, activities, consents, and imports and broadcasts that ended. Events hold only IDs and names of fields that you may read. The first time, call it without `after`: you get a `next_cursor` that begins now. Changes are kept for 30 days.
         *
         *     Scope: profile:read or label:read or segment:read or activity:read or broadcast:read.
         */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/connectors/{id}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send items to a connector
         * @description Send items in the format of your own system: one, or up to 1,000 as `{"items": [...]}`. The connector’s mapping assigns their fields. Failed items are kept until the store corrects the mapping and replays them.
         *
         *     Scope: event:write.
         */
        post: operations["sendRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read fields
         * @description Reads the store’s profile fields and activity types. All calls refer to fields by `name`.
         *
         *     Scope: field:read.
         */
        get: operations["fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read labels
         * @description Reads all labels of the store.
         *
         *     Scope: label:read.
         */
        get: operations["labels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/labels/{id}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or remove a label for many customers
         * @description Adds a label to up to 1,000 customers, then removes it from up to 1,000 others. Unknown customer IDs are returned in `not_found`; all other changes are made.
         *
         *     Scope: label:write.
         */
        post: operations["labelProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read customers and their changes
         * @description Reads all customers page by page, ordered by their last change. Keep `next_cursor` to read only later changes next time, including deleted and merged customers.
         *
         *     Scope: profile:read.
         */
        get: operations["profiles"];
        put?: never;
        /**
         * Add or update one customer
         * @description Send what you know about a customer. Ruam looks for the customer by LINE user ID, citizen ID, the fields that tell customers apart, phone and email, and adds a new one if none matches. A 200 response means that the data is stored.
         *
         *     Scope: profile:write.
         */
        post: operations["sendProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one customer
         * @description Reads a customer by ID, or by a value such as `phone:0895550147`. Returns 409 if several customers share the value.
         *
         *     Scope: profile:read.
         */
        get: operations["profile"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Deletes a customer and returns 204. The store can restore the customer within 30 days. This does not erase personal data for good: staff do that on the profile page.
         *
         *     Scope: profile:delete.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/{id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read activities of a customer
         * @description Reads a customer’s activities, newest first.
         *
         *     Scope: activity:read.
         */
        get: operations["activities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a consent
         * @description Records a customer’s answer to a consent purpose. Granting consent requires `evidence`; withdrawing it does not. Sending the same answer again changes nothing.
         *
         *     Scope: consent:write.
         */
        post: operations["recordConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add labels to a customer
         * @description Adds labels to a customer and returns all of the customer’s labels. Adding a label again changes nothing. Segments cannot be added: their rules decide who is in them.
         *
         *     Scope: label:write.
         */
        post: operations["addLabels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/{id}/labels/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a label from a customer
         * @description Removes a label from a customer and returns the remaining ones.
         *
         *     Scope: label:write.
         */
        delete: operations["removeLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or update many customers
         * @description Send up to 1,000 customers per request, each in the format of a single one. Items are processed in order, and a failed item does not affect the others.
         *
         *     Scope: profile:write.
         */
        post: operations["sendProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/profiles/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find customers
         * @description Finds up to 20 customers by phone, email, LINE user ID or a field that tells customers apart. The value is sent in the body, to keep it out of web server logs.
         *
         *     Scope: profile:read.
         */
        post: operations["find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/purposes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read consent purposes
         * @description Reads the purposes the store asks consent for. Their IDs are needed to record consents.
         *
         *     Scope: profile:read or profile:write or consent:write.
         */
        get: operations["purposes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/receipts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a request
         * @description A 202 response means that the data is stored and will be processed later. Read the results here by `receipt_id`, for 30 days.
         *
         *     Scope: profile:write or activity:write or event:write.
         */
        get: operations["receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own requests
         * @description Reads the requests that this API key or API token made in the last 30 days, newest first, without bodies and without those of other programs. A request appears some seconds after its response. Above 100 reads per second, only a part of the successful reads is listed.
         *
         *     Scope: any.
         */
        get: operations["requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read segments
         * @description Reads the store’s segments with their sizes. Segments whose rules use fields that you may not read are left out, here and in the labels of customers.
         *
         *     Scope: segment:read.
         */
        get: operations["segments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/segments/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the members of a segment
         * @description Reads the IDs of the customers in a segment.
         *
         *     Scope: segment:read.
         */
        get: operations["members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read webhooks
         * @description Reads the webhooks: an API key sees those of all keys of the store, an API token its own. `reason` says why Ruam paused one: `failing` for three days of failures, `gone` if the receiver answered 410, `restored` after a backup was restored, `changes_gone` if its changes are no longer kept.
         *
         *     Scope: webhook:manage.
         */
        get: operations["list"];
        put?: never;
        /**
         * Create a webhook
         * @description Has the changes that you may read sent to your URL, in order for each customer. Deliveries are signed as Standard Webhooks with `secret`, which is shown once. Answer with 2xx within 10 seconds. Failed deliveries are repeated with the same `webhook-id` for 3 days, then the webhook is paused. Scopes and fields are checked again at sending.
         *
         *     Scope: webhook:manage.
         */
        post: operations["create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent to this URL.
         *
         *     Scope: webhook:manage.
         */
        delete: operations["delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the URL or the types, or pauses a webhook and turns it on. Afterwards it belongs to the key that changed it, and sends what that key may read. A webhook that is turned on sends changes from then on: read all customers again.
         *
         *     Scope: webhook:manage.
         */
        patch: operations["update"];
        trace?: never;
    };
    "/open-api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read deliveries of a webhook
         * @description Reads the last 100 deliveries with the status that the receiver returned. A key that may read less than the key of the webhook gets none.
         *
         *     Scope: webhook:manage.
         */
        get: operations["deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/webhooks/{id}/deliveries/{delivery_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends an event again with the same `webhook-id`, after all that wait. An event that you may no longer read is not sent.
         *
         *     Scope: webhook:manage.
         */
        post: operations["sendAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/open-api/v1/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret of a webhook
         * @description Returns a new secret, which is shown once. For 24 hours deliveries carry the signatures of both.
         *
         *     Scope: webhook:manage.
         */
        post: operations["rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            details?: {
                [key: string]: unknown;
            };
            /** @description Documentation of the error. */
            docs_url: string;
            /** @description Name of the error. It never changes. */
            error: string;
            /** @description Number of the error. It never changes. */
            error_code: number;
            /** @description What to do, in the language of the caller. */
            message: string;
            /** @description Number of the request in the log of the server. */
            request_id: string;
        };
        Problem: {
            /** @description What to do, as `message`. */
            detail: string;
            details?: {
                [key: string]: unknown;
            };
            /** @description Name of the error. It never changes. */
            error: string;
            /** @description Number of the error. It never changes. */
            error_code: number;
            /** @description Number of the request in the log of the server. */
            request_id: string;
            /** @description Status of the response. */
            status: number;
            /** @description The error in English, the same every time. */
            title: string;
            /** @description Documentation of the error, as `docs_url`. */
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description Names the request. Sent again with the same key and content, it is answered with the first results. */
                "Idempotency-Key"?: string;
                /** @description `true` answers what the request would do, with the values before and after, and stores nothing. */
                "Ruam-Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    at?: unknown;
                    profile?: unknown;
                    reference?: unknown;
                    replace?: unknown;
                    type?: unknown;
                    values?: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
            /** @description Stored, and done later */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
        };
    };
    sendActivities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description Names the request. Sent again with the same key and content, it is answered with the first results. */
                "Idempotency-Key"?: string;
                /** @description `true` answers what the request would do, with the values before and after, and stores nothing. */
                "Ruam-Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: unknown[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
            /** @description Stored, and done later */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
        };
    };
    broadcasts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Omit it to start from the beginning. */
                cursor?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted: number;
                            created_at: string;
                            failed: number;
                            finished_at: string | null;
                            id: number;
                            name: string;
                            queued: number;
                            skipped: number;
                            started_at: string | null;
                            /** @enum {string} */
                            status: "draft" | "pending" | "published" | "failed";
                            updated_at: string;
                        }[];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    changes: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous response. Omit it to begin now. */
                after?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            activity_id?: number;
                            activity_type_id?: number;
                            at: string;
                            automation_id?: number;
                            broadcast_id?: number;
                            fields?: string[];
                            id: string;
                            import_id?: number;
                            label_id?: number;
                            merged_into?: number;
                            profile_id?: number;
                            purpose_id?: number;
                            segment_id?: number;
                            /** @enum {string} */
                            status?: "granted" | "withdrawn";
                            step_id?: number;
                            /** @enum {string} */
                            type: "profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step";
                            version?: number;
                        }[];
                        has_more: boolean;
                        next_cursor: string;
                    };
                };
            };
        };
    };
    sendRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description Names the request. Sent again with the same key and content, it is answered with the first results. */
                "Idempotency-Key"?: string;
                /** @description `true` answers what the request would do, with the values before and after, and stores nothing. */
                "Ruam-Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description ID of the connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping_version: number | null;
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                        unmapped: string[];
                    };
                };
            };
            /** @description Stored, and done later */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping_version: number | null;
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                        unmapped: string[];
                    };
                };
            };
        };
    };
    fields: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activity_types: {
                            fields: {
                                /** @enum {string} */
                                data_type: "String" | "Number" | "Date" | "Boolean";
                                display_name: string;
                                name: string;
                            }[];
                            id: number;
                            name: string;
                        }[];
                        profile: {
                            /** @enum {string} */
                            data_type: "String" | "Number" | "Date" | "Boolean";
                            display_name: string;
                            name: string;
                            read: boolean;
                            sensitive: boolean;
                            write: ("fill" | "overwrite") | null;
                        }[];
                    };
                };
            };
        };
    };
    labels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            color: string;
                            description: string;
                            id: number;
                            name: string;
                            updated_at: string;
                        }[];
                    };
                };
            };
        };
    };
    labelProfiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description ID of the label. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    add?: number[];
                    /** @default [] */
                    remove?: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        not_found: number[];
                        removed: number;
                    };
                };
            };
        };
    };
    profiles: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Omit it to start from the beginning. */
                cursor?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
                /** @description Returns only changes since this time, such as `2026-11-25T00:00:00+07:00`. Cannot be combined with `cursor`. */
                updated_since?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            created_at: string;
                            id: number;
                            labels?: {
                                id: number;
                                name: string;
                            }[];
                            updated_at: string;
                            values: {
                                [key: string]: string | number | boolean;
                            };
                        } | {
                            /** @constant */
                            deleted: true;
                            id: number;
                        } | {
                            id: number;
                            merged_into: number;
                        })[];
                        fields: {
                            /** @enum {string} */
                            data_type: "String" | "Number" | "Date" | "Boolean";
                            display_name: string;
                            name: string;
                        }[];
                        has_more: boolean;
                        next_cursor: string;
                    };
                };
            };
        };
    };
    sendProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description Names the request. Sent again with the same key and content, it is answered with the first results. */
                "Idempotency-Key"?: string;
                /** @description `true` answers what the request would do, with the values before and after, and stores nothing. */
                "Ruam-Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    consents?: unknown;
                    id?: unknown;
                    values?: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
            /** @description Stored, and done later */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
        };
    };
    profile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the customer, or `phone:…`, `email:…`, `line:…`, `field.{name}:…`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            created_at: string;
                            id: number;
                            labels?: {
                                id: number;
                                name: string;
                            }[];
                            updated_at: string;
                            values: {
                                [key: string]: string | number | boolean;
                            };
                        };
                        fields: {
                            /** @enum {string} */
                            data_type: "String" | "Number" | "Date" | "Boolean";
                            display_name: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    activities: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Omit it to start from the beginning. */
                cursor?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            activity_at: string;
                            created_at: string;
                            id: number;
                            type: {
                                id: number;
                                name: string;
                            };
                            values: {
                                [key: string]: string | number | boolean;
                            };
                        }[];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    recordConsent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    evidence?: string;
                    /** @enum {string} */
                    operation: "granted" | "withdrawn";
                    purpose_id: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        purpose_id: number;
                        since: string;
                        /** @enum {string} */
                        state: "granted" | "withdrawn";
                    };
                };
            };
        };
    };
    addLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label_ids: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: {
                            id: number;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    removeLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the customer. */
                id: string;
                /** @description ID of the label. */
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: {
                            id: number;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    sendProfiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description Names the request. Sent again with the same key and content, it is answered with the first results. */
                "Idempotency-Key"?: string;
                /** @description `true` answers what the request would do, with the values before and after, and stores nothing. */
                "Ruam-Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: unknown[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
            /** @description Stored, and done later */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: number | null;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                    };
                };
            };
        };
    };
    find: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    field?: string;
                    /** @enum {string} */
                    kind: "id" | "phone" | "email" | "line" | "field";
                    value: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            created_at: string;
                            id: number;
                            labels?: {
                                id: number;
                                name: string;
                            }[];
                            updated_at: string;
                            values: {
                                [key: string]: string | number | boolean;
                            };
                        }[];
                        fields: {
                            /** @enum {string} */
                            data_type: "String" | "Number" | "Date" | "Boolean";
                            display_name: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    purposes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            description: string;
                            id: number;
                            name: string;
                            updated_at: string;
                        }[];
                    };
                };
            };
        };
    };
    receipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description `receipt_id` from the response to the request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        done_at: string | null;
                        items: number;
                        /** @enum {string} */
                        kind: "profiles" | "activities" | "records";
                        mapping_version: number | null;
                        receipt_id: number;
                        received_at: string;
                        results: {
                            after?: {
                                [key: string]: string | number | boolean | null;
                            };
                            before?: {
                                [key: string]: string | number | boolean | null;
                            };
                            error: string | null;
                            field: string | null;
                            index: number;
                            matched_by: string | null;
                            message: string | null;
                            profile_id: number | null;
                            /** @enum {string} */
                            status: "added" | "updated" | "duplicated" | "conflict" | "failed" | "accepted";
                        }[] | null;
                        /** @enum {string} */
                        status: "done" | "waiting";
                        unmapped: string[];
                    };
                };
            };
        };
    };
    requests: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Omit it to start from the beginning. */
                cursor?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
                /** @description `ok`: all done, `failed`: some items failed, `refused`: the response was an error. */
                outcome?: "ok" | "failed" | "refused";
                /** @description ID of a request, from `x-request-id` of its response or `request_id` of its error. */
                request_id?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            at: string;
                            call: string;
                            duration_ms: number;
                            error: string | null;
                            failed: number | null;
                            items: number | null;
                            message: string | null;
                            request_id: string;
                            status: number;
                        }[];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    segments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            description: string;
                            id: number;
                            name: string;
                            size: number;
                            updated_at: string;
                        }[];
                    };
                };
            };
        };
    };
    members: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Omit it to start from the beginning. */
                cursor?: string;
                /** @description Rows per page, 1 to 1,000. Default 100; 0 means the maximum. */
                limit?: string;
            };
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the segment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                        }[];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    list: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            created_at: string;
                            failing_since: string | null;
                            id: number;
                            reason: ("failing" | "gone" | "restored" | "changes_gone") | null;
                            /** @enum {string} */
                            status: "active" | "paused";
                            types: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                            updated_at: string;
                            url: string;
                        }[];
                    };
                };
            };
        };
    };
    create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    types: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                    url: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created_at: string;
                        failing_since: string | null;
                        id: number;
                        reason: ("failing" | "gone" | "restored" | "changes_gone") | null;
                        secret: string;
                        /** @enum {string} */
                        status: "active" | "paused";
                        types: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                        updated_at: string;
                        url: string;
                    };
                };
            };
        };
    };
    delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status?: "active" | "paused";
                    types?: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created_at: string;
                        failing_since: string | null;
                        id: number;
                        reason: ("failing" | "gone" | "restored" | "changes_gone") | null;
                        /** @enum {string} */
                        status: "active" | "paused";
                        types: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                        updated_at: string;
                        url: string;
                    };
                };
            };
        };
    };
    deliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
                /** @description `ETag` of an earlier response. If it is still the same, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Names this response, as this caller gets it in this language. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            at: string;
                            error: string | null;
                            event_id: string;
                            id: number;
                            ms: number;
                            status: number | null;
                            /** @enum {string} */
                            type: "profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step";
                        }[];
                    };
                };
            };
        };
    };
    sendAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description ID of the delivery. */
                delivery_id: string;
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of messages and display names: Thai, or English if it begins with `en`. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created_at: string;
                        failing_since: string | null;
                        id: number;
                        reason: ("failing" | "gone" | "restored" | "changes_gone") | null;
                        secret: string;
                        /** @enum {string} */
                        status: "active" | "paused";
                        types: ("profile.created" | "profile.updated" | "profile.deleted" | "profile.merged" | "profile.restricted" | "profile.unrestricted" | "label.added" | "label.removed" | "segment.entered" | "segment.left" | "activity.created" | "consent.changed" | "import.ended" | "broadcast.ended" | "automation.step")[];
                        updated_at: string;
                        url: string;
                    };
                };
            };
        };
    };
}
