import { View } from '../../parts/view.tsx';
import { isAdmin, session } from '../session.ts';
import { AuditLog } from './audit-log.tsx';
import { Password } from './password.tsx';
import { People } from './people.tsx';
import { SignIns } from './sign-ins.tsx';

/** Who is in the account, one's own sign-ins, and what was done. */
export function Account() {
  const isLocal = session.value?.local ?? false;
  return (
    <View title="Account">
      {isAdmin.value && !isLocal && <People />}
      {!isLocal && <SignIns />}
      {!isLocal && <Password />}
      {isAdmin.value && <AuditLog />}
    </View>
  );
}
