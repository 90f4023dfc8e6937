#!/bin/sh
# One static plumbline-load for Linux: musl, OpenSSL and libpq inside, so that it starts on every distribution, with no package.
#
#   runner-native/static/build.sh x86_64|aarch64 OUT [WORK]
#
# writes OUT/plumbline-load-linux-x64 or -arm64. The compiler is `zig cc`, which brings musl and builds either CPU's program on
# either CPU; $ZIG names it (default: zig). WORK keeps sources and what was built of them (default: a temporary folder); an archive
# that lies in WORK already is not fetched. Every archive is checked against the hash below. Needs perl, make, bison, flex, bzip2.
#
# Left out on purpose: GSSAPI and LDAP. Who wants them builds plumbline-load with the system's libpq (make -C runner-native).
set -eu

OPENSSL=openssl-3.5.7
OPENSSL_SHA256=a8c0d28a529ca480f9f36cf5792e2cd21984552a3c8e4aa11a24aa31aeac98e8
OPENSSL_URL=https://github.com/openssl/openssl/releases/download/$OPENSSL/$OPENSSL.tar.gz
POSTGRES_VERSION=17.11
POSTGRES=postgresql-$POSTGRES_VERSION
POSTGRES_SHA256=dd27f2b3c59e73ed14aa3324901242bf69a032a6347805f274e6260322d42979
POSTGRES_URL=https://ftp.postgresql.org/pub/source/v$POSTGRES_VERSION/$POSTGRES.tar.bz2

# What libpq needs of OpenSSL is TLS 1.2 and 1.3, X.509, SHA-2, MD5 and PEM keys.
OPENSSL_OPTIONS="no-shared no-tests no-apps no-docs no-module no-legacy no-engine no-dso no-quic no-dtls no-srp no-psk no-ct
	no-cmp no-ts no-rfc3779 no-aria no-camellia no-seed no-idea no-bf no-cast no-rc2 no-rc4 no-md4 no-mdc2 no-rmd160
	no-sm2 no-sm3 no-sm4 no-whirlpool no-gost no-ec2m no-ssl-trace no-uplink"

usage() {
	sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
	exit 2
}

[ $# -ge 2 ] && [ $# -le 3 ] || usage
case $1 in
x86_64) name=x64 ;;
aarch64) name=arm64 ;;
*) usage ;;
esac
cpu=$1
native=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
if [ $# -eq 3 ]; then
	mkdir -p "$3"
	work=$(cd "$3" && pwd)
else
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
prefix=$work/$cpu
jobs=$(nproc)
mkdir -p "$prefix/bin"

# zig's programs behind the names that configure scripts look for; each takes one word.
for tool in cc ar ranlib; do
	target=
	[ $tool = cc ] && target=" -target $cpu-linux-musl"
	printf '#!/bin/sh\nexec %s %s%s "$@"\n' "${ZIG:-zig}" $tool "$target" >"$prefix/bin/$tool"
	chmod +x "$prefix/bin/$tool"
done
CC=$prefix/bin/cc
AR=$prefix/bin/ar
RANLIB=$prefix/bin/ranlib
export CC AR RANLIB

# fetch FILE URL SHA256
fetch() {
	[ -e "$work/$1" ] || curl --fail --silent --show-error --location --output "$work/$1" "$2"
	echo "$3  $work/$1" | sha256sum --check --quiet
}

# Says nothing of a command that succeeds, and the end of what one said that fails.
quietly() {
	"$@" >"$prefix/log" 2>&1 && return
	tail -n 40 "$prefix/log" >&2
	return 1
}

build_openssl() {
	[ -e "$prefix/lib/libssl.a" ] && return
	fetch $OPENSSL.tar.gz $OPENSSL_URL $OPENSSL_SHA256
	rm -rf "$prefix/$OPENSSL"
	tar xzf "$work/$OPENSSL.tar.gz" -C "$prefix"
	(
		cd "$prefix/$OPENSSL"
		# Certificates where Debian, Ubuntu, Alpine and Arch have them, for sslrootcert=system.
		# shellcheck disable=SC2086 # The options are words.
		quietly ./Configure "linux-$cpu" --prefix="$prefix" --libdir=lib --openssldir=/etc/ssl $OPENSSL_OPTIONS
		quietly make -s -j"$jobs" build_libs
		quietly make -s install_dev
	)
}

build_libpq() {
	[ -e "$prefix/lib/libpq.a" ] && return
	fetch $POSTGRES.tar.bz2 $POSTGRES_URL $POSTGRES_SHA256
	rm -rf "$prefix/$POSTGRES"
	tar xjf "$work/$POSTGRES.tar.bz2" -C "$prefix"
	(
		cd "$prefix/$POSTGRES"
		# Debian's folder for pg_service.conf; sockets are looked for in /tmp, or where the URL says.
		quietly ./configure --host="$cpu-linux-musl" --prefix="$prefix" --sysconfdir=/etc/postgresql-common --with-ssl=openssl \
			--without-readline --without-zlib --without-icu CPPFLAGS="-I$prefix/include" LDFLAGS="-L$prefix/lib"
		quietly make -s -j"$jobs" -C src/backend generated-headers
		for folder in src/common src/port; do quietly make -s -j"$jobs" -C $folder; done
		quietly make -s -j"$jobs" -C src/interfaces/libpq all-static-lib
		quietly make -s -C src/include install
		cp src/interfaces/libpq/libpq.a src/common/libpgcommon_shlib.a src/port/libpgport_shlib.a "$prefix/lib"
		cp src/interfaces/libpq/libpq-fe.h src/interfaces/libpq/libpq-events.h "$prefix/include"
	)
}

build_plumbline_load() {
	# pg_config answers where the headers and libraries are; the one that was built is the target's and may not run here.
	printf '#!/bin/sh\ncase $1 in --includedir) echo %s/include;; --libdir) echo %s/lib;; esac\n' "$prefix" "$prefix" \
		>"$prefix/bin/pg_config"
	chmod +x "$prefix/bin/pg_config"
	quietly make -s -j"$jobs" -C "$native" BUILD="$prefix/plumbline-load" CC="$CC" PROFILE=static PG_CONFIG="$prefix/bin/pg_config" \
		OPTIMISE="-O2" LDFLAGS="-static -s" \
		LDLIBS_ALL="-L$prefix/lib -lpq -lpgcommon_shlib -lpgport_shlib -lssl -lcrypto -lm"
	cp "$prefix/plumbline-load/plumbline-load" "$out/plumbline-load-linux-$name"
}

build_openssl
build_libpq
build_plumbline_load
ls -l "$out/plumbline-load-linux-$name"
