import { defaultAccount, emailPattern, type Role, roles } from '../../contract/index.ts';
import type { AccountStores, Membership, StoredUser } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { chooseAnswer, type OpenIdAnswers, type OpenIdClaims } from './openid-answers.ts';
import type { OpenIdOptions } from './openid-provider.ts';

type Rules = Pick<OpenIdOptions, 'accountClaim' | 'roleClaim'>;

/** The claims that say by which address a person is known, and whether it is theirs. */
const addressClaims = ['email', 'email_verified'];

/**
 * The person that a provider names, by issuer and subject. A new person is known by an email address that the provider vouches
 * for: any other could be another person's. If claims decide what a person may do, they apply at each sign-in; if not, only
 * invited people come in. All claims are taken from one answer. Throws `forbidden`.
 */
export async function findOpenIdPerson(
  users: AccountStores['users'],
  answers: OpenIdAnswers,
  rules: Rules,
): Promise<StoredUser> {
  const openid = JSON.stringify([answers.iss, answers.sub]);
  const known = await users.findByOpenId(openid);
  const rights = [rules.accountClaim, rules.roleClaim].filter((name) => name !== undefined);
  const compared = [...addressClaims, ...rights];
  const claims = chooseAnswer(answers, { needed: known ? rights : compared, compared });
  const granted = readMemberships(claims, rules);
  const user = known ?? (await meet(users, claims, granted !== undefined));
  if (granted !== undefined) await users.setMemberships(user.id, granted);
  await users.setOpenId(user.id, openid);
  return user;
}

/** The person of an address that the provider vouches for; a new one if the claims let them in. */
async function meet(users: AccountStores['users'], claims: OpenIdClaims, mayBeNew: boolean): Promise<StoredUser> {
  const email = typeof claims.email === 'string' ? claims.email : '';
  if (!new RegExp(emailPattern, 'u').test(email)) throw refused('your provider does not send your email address');
  if (claims.email_verified !== true) throw new UnverifiedAddress(claims.email_verified);
  const known = await users.find(email);
  if (known === undefined) {
    if (mayBeNew) return users.create(email);
    throw refused('you were not invited; ask an admin to add you');
  }
  if (await users.hasOpenId(known.id)) throw refused('this email address belongs to another sign-in of the provider');
  return known;
}

/** Says that the provider does not vouch for an address, and how that can be seen in the claims. */
export class UnverifiedAddress extends RequestError {
  constructor(claim: unknown) {
    const seen = claim === undefined ? 'it sends no claim "email_verified"' : 'its claim "email_verified" is not true';
    super('forbidden', `your provider has not verified your email address: ${seen}`);
  }
}

/** What the claims let a person be; undefined if no claim decides. Throws `forbidden` if the claims refuse the sign-in. */
function readMemberships(claims: OpenIdClaims, { accountClaim, roleClaim }: Rules): Membership[] | undefined {
  if (accountClaim === undefined && roleClaim === undefined) return undefined;
  const accounts = accountClaim === undefined ? [defaultAccount] : readWords(claims[accountClaim]);
  const role = roleClaim === undefined ? 'viewer' : highestRole(readWords(claims[roleClaim]));
  if (role === undefined || accounts.length === 0)
    throw refused('your provider says of no account that you may use it');
  return accounts.map((account) => ({ account, role }));
}

function highestRole(words: readonly string[]): Role | undefined {
  return roles.find((role) => words.includes(role));
}

function readWords(claim: unknown): string[] {
  return [claim].flat().filter((word) => typeof word === 'string' && /^[^\p{Cc}]{1,255}$/u.test(word)) as string[];
}

function refused(message: string): RequestError {
  return new RequestError('forbidden', message);
}
