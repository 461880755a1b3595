// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'
import type { DeletedResponse } from './orders-3.ts'
import type { OpenSession } from './members.ts'
import type { RowScope } from './events-2.ts'

export interface SessionsResource {
  /** Read who is signed in, and what they may do. With the account. 401 where nobody is signed in. */ read(options?: Options): Call<Session>
  /** Sign in with e-mail and password. The answer sets the session in a cookie. Another cookie makes the browser known, so that failed attempts of others do not delay it. After a few failed attempts from one address the next ones have to wait, each longer than the one before. */ signIn(body: SignIn, options?: Options): Call<Session>
  /** Sign out. Ends the session, on every process within two seconds, and clears its cookie. */ delete(options?: Options): Call<DeletedResponse>
  /** Use a one-time link: choose a password and be signed in. An invitation, a reset, or the link of a first start, which makes the first member. Other sessions of the member end, and their passkeys are removed unless `keep_passkeys` is true. */ useLink(body: LinkUse, options?: Options): Call<Session>
  /** Read who a one-time link is for, without using it. It is a POST, so that the link stands in no address. */ readLink(body: LinkRead, options?: Options): Call<Link>
  /** List where you are signed in. The last sign-in comes first. */ list(options?: Options): Call<Array<OpenSession>>
  /** End one of your sessions. It ends within two seconds on every process. */ deleteOpenSession(id: number, options?: Options): Call<DeletedResponse>
  /** Change your password. Your other sessions end, and links to choose one no longer work. Your passkeys stay. */ changePassword(body: PasswordChange, options?: Options): Call<Session>
  /** Change your name and language. Later changes bear the new name. */ updateOwnMember(body: OwnMemberPatch, options?: Options): Call<Session>
  /** Read what the service offers to those who sign in. For pages that ask a person to sign in. It is the same for everybody. */ readSignInWays(query?: ReadSignInWaysQuery, options?: Options): Call<SignInWays>
  /** Ask for a link to choose another password, by e-mail. The answer is the same whether a member has the e-mail or not. Frequent requests have to wait. The answer is 404 if the service sends no mails. */ requestReset(body: PasswordReset, options?: Options): Call<PasswordResetAsked>
  /** Go to the test account. The answer sets a session of the test account in the cookie, as its owner. The one that asks goes on, and `DELETE /session/test-account` leads back to it. For members who may manage tokens. */ enterTestAccount(options?: Options): Call<Session>
  /** Go back from the test account. Ends the session and sets the one before in the cookie (`visit` of the session says whether there is one). Where that has ended meanwhile, nobody is signed in any more. */ leaveTestAccount(options?: Options): Call<DeletedResponse>
}

export interface ReadSignInWaysQuery {
  /** Whose provider is asked for. Unless given, of the only account that there is. */ account?: number
}

export interface Session {
  id: number
  member: SessionMember
  account: SessionAccount
  /** Scopes of the member’s role; `*` is all. */ scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only: RowScope
  /** They came to the test account from another account: `DELETE /session/test-account` leads back to it. */ visit: boolean
  created_at: string
  /** Moves on while the session is used. */ expires_at: string
}

export interface SessionMember {
  id: number
  name: string
  email: string
  role: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language: "pt-BR" | "en"
  /** The seller that the member is. */ id_user: number | null
}

export interface SessionAccount {
  id: number
  name: string
  time_zone: string
  amounts: "verify" | "trust"
  /** The name of its file; null where there is none. */ logo: string | null
  /** Whether it is a test account. */ test: boolean
}

export interface SignIn {
  /** Small and capital letters are the same. */ email: string
  /** As it is, with spaces at its ends. */ password: string
  /** Needed only where the e-mail and the password belong to several accounts. */ account?: number
}

export interface LinkUse {
  /** What stands behind `#` in the address of the link. */ link: string
  /** At least 12 characters of any kind, and not among those that others try first. */ password: string
  /** For an owner’s link, which makes the member. */ email?: string
  /** Needed with an owner’s link. */ name?: string
  /** Of the pages and mails for the member. */ language?: "pt-BR" | "en"
  /** True keeps the member’s passkeys. Unless given they are removed: one may belong to an intruder. */ keep_passkeys?: boolean
}

export interface LinkRead {
  /** What stands behind `#` in the address of the link. */ link: string
}

export interface Link {
  purpose: "owner" | "invitation" | "reset"
  email: string | null
  name: string | null
  account: LinkAccount
  /** The member’s passkeys, which the link removes unless the request says otherwise. */ passkeys: Array<LinkPasskey>
}

export interface LinkAccount {
  name: string
}

export interface LinkPasskey {
  name: string
  created_at: string
}

export interface PasswordChange {
  /** As it is, with spaces at its ends. */ current_password: string
  /** At least 12 characters of any kind, and not among those that others try first. */ new_password: string
}

export interface OwnMemberPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** Of the pages and mails for the member. */ language?: "pt-BR" | "en"
}

/** What the service offers to those who are not signed in. */
export interface SignInWays {
  /** Who has forgotten the password can ask for a link by e-mail. */ password_reset: boolean
  provider: OfferedProvider
}

/** Where members sign in without a password. */
export type OfferedProvider = { account: number; name: string } | null

export interface PasswordReset {
  /** Small and capital letters are the same. */ email: string
  /** Only in this account; in all unless given. */ account?: number
}

export interface PasswordResetAsked {
  email: string
}
