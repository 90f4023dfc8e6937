#!/bin/sh
# The npm package on a fresh Debian: what it says where something is missing, and whether what it says to do is enough. As root, with
# debootstrap, Node.js 20 or newer under /usr, and the network:
#
#   debootstrap --variant=minbase --include=ca-certificates,libstdc++6,git bookworm /tmp/root
#   npm pack --pack-destination /tmp && scripts/fresh-root.sh /tmp/root /tmp/plumbline-cli-*.tgz
set -eu
# In a mount namespace of its own: nothing that is mounted here stays, or is seen by anybody else.
[ -n "${FRESH_ROOT:-}" ] || exec env FRESH_ROOT=1 unshare --mount --propagation private "$0" "$@"
root=$1 package=$2

at() { # WHO COMMAND...: in the fresh root, with nothing of this machine's environment.
    who=$1
    shift
    chroot "$root" /usr/bin/env -i HOME="$(home_of "$who")" PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 \
        setpriv --reuid="$who" --regid="$who" --init-groups -- sh -c "$*"
}
home_of() { [ "$1" = root ] && echo /root || echo "/home/$1"; }
told() { # TEXT COMMAND...: shows what comes out, which must hold the text.
    wanted=$1
    shift
    echo "\$ $*"
    out=$("$@" 2>&1) && code=0 || code=$?
    echo "$out"
    echo "-> $code"
    case $out in *"$wanted"*) ;; *) echo "MISSING: $wanted"; exit 1 ;; esac
}

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
cp -a "$(dirname "$(readlink -f "$(command -v npm)")")/../.." "$root/usr/local/lib/"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
cp "$package" "$root/tmp/plumbline.tgz"
chroot "$root" sh -c 'id ada >/dev/null 2>&1 || useradd --create-home ada'

for who in root ada; do
    home=$(home_of $who)
    at $who "mkdir -p $home/shop && cd $home/shop && npm install --silent --prefix $home /tmp/plumbline.tgz && git init --quiet . &&
        printf 'suite: s\ndatabase: { deploy: { local: {} } }\nworkloads:\n  - name: w\n    run: oltp_point_select\n    options: { table-size: 1000 }\nmeasure: { sessions: 2, seconds: 0.5, warmup: 0 }\n' > plumbline.yml &&
        git add . && git -c user.name=a -c user.email=a@localhost commit --quiet --message one"
done
run='cd ~/shop && ~/node_modules/.bin/plumbline'
nowhere='export PLUMBLINE_RELEASES=http://127.0.0.1:1; ' # Nothing is released yet.

echo "== nothing is there"
for who in root ada; do
    told "0.1.0" at $who "$run --version"
    told "apt-get install" at $who "$nowhere $run check --base HEAD"
done

echo "== what it said is installed"
at root "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc libc6-dev make libpq-dev postgresql >/dev/null 2>&1"
for who in root ada; do
    told "wrote run-base.json" at $who "$nowhere $run check --base HEAD --fail-on never"
done

echo "== without a compiler, with the program that was built before"
at root "apt-get purge -y -qq gcc make libpq-dev >/dev/null 2>&1"
for who in root ada; do
    told "wrote run-base.json" at $who "$nowhere $run check --base HEAD --fail-on never"
done
