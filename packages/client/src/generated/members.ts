// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { Member } from './events-3.ts'
import type { RowScope } from './events-2.ts'

export interface MembersResource {
  /** List a member’s passkeys. The first one comes first. Needs the scope `members:manage`. */ listPasskeys(id: number, options?: Options<'consistency'>): Call<Array<Passkey>>
  /** Remove a member’s passkey. Sessions that began with it go on: also end those that are not the member’s. You can’t change a member who may do or see more than you. Needs the scope `members:manage`. */ deletePasskey(id: number, id_passkey: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Undo a member’s link to the sign-in provider. For a member whose identity at the provider has changed. The next sign-in links them anew by their e-mail. Their sessions go on. You can’t change a member who may do or see more than you. Needs the scope `members:manage`. */ unlink(id: number, options?: Options<'idempotencyKey'>): Call<Member>
  /** List the members. With those who have not used their invitation yet. Needs the scope `members:manage`. */ list(query?: ListQuery<ListMembersQuery, never>, options?: Options<'consistency'>): List<ListedMember, ListMembersQuery, ListedMemberList, ListedMemberCursorList>
  /** Invite a member; the link is shown this once. Hand over `invitation_url`: whoever opens it first chooses the password. You can’t give a role that may do more than you may, nor more orders than you see. A seller with `id_user` sees the orders of this seller unless `only` is sent. Needs the scope `members:manage`. */ create(body: MemberInput, options?: Options<'idempotencyKey'>): Call<NewMember>
  /** Read a member. Needs the scope `members:manage`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Member>
  /** Change a member. Their sessions follow within two seconds. The last owner stays an owner. A member who becomes a seller with `id_user` sees the orders of this seller unless `only` is sent. You can’t change a member who may do or see more than you. Needs the scope `members:manage`. */ update(id: number, body: MemberPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Member>
  /** Remove a member. Their sessions end, and their links no longer work. The last owner stays. You can’t remove a member who may do or see more than you. Needs the scope `members:manage`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** List the roles that members can have. With what each may do. They come with the service. Needs the scope `members:manage`. */ listRoles(options?: Options<'ifMatch' | 'consistency'>): Call<Array<Role>>
  /** Make a new link for a member; it is shown this once. An invitation while they have no password, else a link to choose another. The previous link no longer works. You can’t do it for a member who may do or see more than you. Needs the scope `members:manage`. */ createLink(id: number, options?: Options<'idempotencyKey'>): Call<MemberLink>
  /** List where a member is signed in. The last sign-in comes first. Needs the scope `members:manage`. */ listSessions(id: number, options?: Options<'consistency'>): Call<Array<OpenSession>>
  /** End a member’s session. It ends within two seconds on every process. You can’t end a session of a member who may do or see more than you. Needs the scope `members:manage`. */ deleteSession(id: number, id_session: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
}

export interface ListMembersQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name, email, created_at. `id` breaks ties. */ sort?: string
}

/** What a member signs in with instead of a password. */
export interface Passkey {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
}

/** Page mode. */
export interface ListedMemberList {
  data: Array<ListedMember>
  pagination: Pagination
  meta: Meta
}

export interface ListedMember {
  id: number
  email: string
  name: string
  role: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language: "pt-BR" | "en"
  /** The seller that the member is. */ id_user: number | null
  only: RowScope
  /** `invited`: has no password yet, and no link to the sign-in provider. */ status: "invited" | "active"
  /** Signs in by the account’s sign-in provider, or did. */ linked: boolean
  created_at: string
  updated_at: string
  mail: MemberMail
  /** When a session of the member was last used, to about a minute. */ last_seen_at: string | null
}

/** The last mail with a link for the member. */
export type MemberMail = { purpose: "invitation" | "reset"; /** When the mail server took it. */ sent_at: string | null; /** Why it was not taken, in the words of the mail server. */ error: string | null; /** When it is tried again; null where it is not. */ next_attempt_at: string | null } | null

/** Cursor mode. */
export interface ListedMemberCursorList {
  data: Array<ListedMember>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface MemberInput {
  /** Small and capital letters are the same. */ email: string
  /** On one line, with at least one visible character. */ name: string
  role: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language?: "pt-BR" | "en"
  /** The seller that the member is. */ id_user?: number | null
  only?: RowScopeInput
}

/** It sees and writes orders of these sellers and branches only; where both are given an order must be of one of each. All orders unless given. */
export type RowScopeInput = { /** Ids of sellers: orders of one of these. */ id_user?: Array<number> | null; /** Ids of branch companies: orders of one of these. */ id_branch_company?: Array<number> | null } | null

export interface NewMember {
  id: number
  email: string
  name: string
  role: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language: "pt-BR" | "en"
  /** The seller that the member is. */ id_user: number | null
  only: RowScope
  /** `invited`: has no password yet, and no link to the sign-in provider. */ status: "invited" | "active"
  /** Signs in by the account’s sign-in provider, or did. */ linked: boolean
  created_at: string
  updated_at: string
  /** To be handed over to the member. It is shown this once, and works once. */ invitation_url: string
}

export interface MemberPatch {
  /** Small and capital letters are the same. */ email?: string
  /** On one line, with at least one visible character. */ name?: string
  role?: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language?: "pt-BR" | "en"
  /** The seller that the member is. */ id_user?: number | null
  only?: RowScopePatch
}

/** The orders that the member sees and writes; null: all. Given whole. */
export type RowScopePatch = { /** Ids of sellers: orders of one of these. */ id_user?: Array<number> | null; /** Ids of branch companies: orders of one of these. */ id_branch_company?: Array<number> | null } | null

export interface Role {
  name: "owner" | "manager" | "operator" | "seller" | "viewer"
  scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
}

export interface MemberLink {
  purpose: "invitation" | "reset"
  /** To be handed over to the member. It is shown this once, and works once. */ url: string
}

/** Where a member is signed in. */
export interface OpenSession {
  id: number
  created_at: string
  last_used_at: string
  expires_at: string
  address: string | null
  user_agent: string | null
  /** The one that asks. */ current: boolean
}
