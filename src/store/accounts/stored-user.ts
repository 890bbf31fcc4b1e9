/** A person. `password` is the text that the password is checked against; null where none was set. */
export interface StoredUser {
  id: string;
  email: string;
  password: string | null;
}
